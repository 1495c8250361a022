from tests.support.valkey import store, valkey

__all__ = ["store", "valkey"]
