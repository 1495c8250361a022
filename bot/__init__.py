"""The Telegram bot around the engine."""
