"""Tests: claims about the engine, the tables, the screens and the sandbox."""
