# Waiting room

lobby-title = Thousand: waiting for players
lobby-name = Thousand
lobby-players = Players: { $n }/{ $max }
lobby-host = host of the table: changes its rules and clock
lobby-rules = Rules: { $preset }
lobby-changes = Changed:
lobby-more = and more: { $n }
lobby-goal = Game to { $n }
lobby-missing = To start, still needed: { $n }
lobby-ready = Everybody is here, you can start
lobby-ready-more = You can start, or wait for others
lobby-hint = Tap “{ btn-join }”: your cards come in private
lobby-started = All set, let’s play!
lobby-played = The game is over: its result is below
lobby-closed = The waiting room is closed
lobby-expired = Nobody started for a while: the waiting room is closed
lobby-again = The same rules are a tap away.

vote-stop = Stop the game?
vote-kick = Free the seat of { $player }, whose time ran out?
vote-undo = Take back the last move by { $player }?
vote-count = For: { $names }. { $missing } more needed
vote-hint = Those at the table vote. A majority or a chat admin stops the game: the scores stand, nobody wins.
vote-closed = We play on
vote-stopped = The game is stopped
clock-mention = { $name }, it is your turn: your time is nearly over
match-reaped = The game has stood still for a day and is over
