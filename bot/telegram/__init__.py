"""Telegram's updates in, answers out: aiogram, flat, with our own dispatch and our own poller."""
