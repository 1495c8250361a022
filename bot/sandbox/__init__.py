"""A strict local Bot API server with a web page: play without a token, test without Telegram."""
