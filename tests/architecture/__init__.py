"""The house keeps its walls."""
