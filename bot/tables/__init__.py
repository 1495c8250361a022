"""Use cases of a table: lobby, seats, moves, votes, clocks. Knows neither Telegram nor Redis."""
