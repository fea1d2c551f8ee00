"""Writes space-vectors.json: what Gymnasium's spaces draw, by the formulas of their sample functions.

    python3 packages/env/src/spaces/space-vectors.py     (needs numpy: apt-get install python3-numpy)
"""

import json
import pathlib

import numpy as np

SEED = 7


def generator(seed=SEED):
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))


def bounded_float(rng, low, high, dtype):
    return rng.uniform(low=np.array(low, dtype), high=np.array(high, dtype), size=len(low)).astype(dtype).tolist()


def mixed(rng):
    """Elements 1 and 3 have no bounds and are drawn first."""
    sample = np.empty(4)
    sample[[1, 3]] = rng.normal(size=2)
    sample[[0, 2]] = rng.uniform(low=np.array([-2.0, 0.0]), high=np.array([2.0, 1.0]), size=2)
    return sample.tolist()


def one_sided(rng):
    """Element 0 has a lower bound, 1 and 2 have an upper one."""
    above = rng.exponential(size=1) + np.array([3.0])
    below = -rng.exponential(size=2) + np.array([2.0, -1.0])
    return [*above.tolist(), *below.tolist()]


def whole(rng):
    return np.floor(rng.uniform(low=np.array([0, -5]), high=np.array([3, 5]) + 1, size=2)).astype(int).tolist()


def several(rng):
    return (rng.random(3) * np.array([5, 2, 9])).astype(int).tolist()


def twice(draw, *args):
    rng = generator()
    return [draw(rng, *args) for _ in range(2)]


seeds = generator().integers(np.iinfo(np.int32).max, size=2)
vectors = {
    "seed": SEED,
    "float32": twice(bounded_float, [-1, -1, -2], [1, 1, 2], np.float32),
    "float64": twice(bounded_float, [-1, -1, -2], [1, 1, 2], np.float64),
    "mixed": twice(mixed),
    "oneSided": twice(one_sided),
    "int32": twice(whole),
    "discrete": [int(x) for x in generator().integers(10, size=12)],
    "masked": [int(x) for x in np.array([1, 4, 5])[generator().integers(0, 3, size=8)]],
    "multi": twice(several),
    "dict": {
        "a": int(generator(int(seeds[0])).integers(100)),
        "b": bounded_float(generator(int(seeds[1])), [-1, -1], [1, 1], np.float64),
    },
}
pathlib.Path(__file__).with_name("space-vectors.json").write_text(json.dumps(vectors) + "\n")
