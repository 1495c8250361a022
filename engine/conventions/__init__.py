"""The rulebook as data."""

from engine.conventions.table import Conventions as Conventions

__all__ = ["Conventions"]
