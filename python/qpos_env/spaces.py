"""Gymnasium's Box, or what is needed of it where gymnasium is not installed."""

import numpy as np

try:
    from gymnasium.spaces import Box
    from gymnasium.vector.utils import batch_space
except ImportError:

    class Box:
        """Arrays of numbers, each between bounds that may be infinite."""

        def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
            self.dtype = np.dtype(dtype)
            self.shape = tuple(np.shape(low) if shape is None else shape)
            self.low = np.broadcast_to(np.asarray(low, self.dtype), self.shape).copy()
            self.high = np.broadcast_to(np.asarray(high, self.dtype), self.shape).copy()
            self._random = np.random.default_rng(seed)

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)
            return seed

        def sample(self):
            low = np.where(np.isfinite(self.low), self.low, np.where(np.isfinite(self.high), self.high - 1, -1))
            high = np.where(np.isfinite(self.high), self.high, low + 2)
            return self._random.uniform(low, high).astype(self.dtype)

        def contains(self, x):
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all(x >= self.low) and np.all(x <= self.high))

        def __contains__(self, x):
            return self.contains(x)

        def __eq__(self, other):
            return (
                isinstance(other, Box)
                and self.dtype == other.dtype
                and np.array_equal(self.low, other.low)
                and np.array_equal(self.high, other.high)
            )

        def __repr__(self):
            low, high = (self.low.min(), self.high.max()) if self.low.size else ("", "")
            return f"Box({low}, {high}, {self.shape}, {self.dtype})"

    def batch_space(space, n):
        """The space of n values side by side."""
        repeat = (n,) + (1,) * len(space.shape)
        return Box(np.tile(space.low, repeat), np.tile(space.high, repeat), dtype=space.dtype)


def box_of(described):
    """The space that a header describes; bounds are texts, as JSON has no infinity."""
    dtype = np.dtype(described["dtype"])
    low, high = (np.array(described[end], dtype=np.float64).astype(dtype) for end in ("low", "high"))
    return Box(low.reshape(described["shape"]), high.reshape(described["shape"]), dtype=dtype)
