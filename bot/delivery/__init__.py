"""Brings Telegram to the state that screens describe, inside Telegram's limits."""
