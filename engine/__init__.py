"""The game of Thousand: a pure rules engine. Standard library only, no clock, no I/O, no prose."""
