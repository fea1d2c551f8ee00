"""Writes reset-vectors.json: the initial states of Gymnasium's v5 tasks, as its reset functions draw them.

    python3 packages/env/src/gymnasium/reset-vectors.py     (needs numpy: apt-get install python3-numpy)
"""

import json
import pathlib

import numpy as np

SEEDS = [0, 1, 42, 123456789]
RESETS = 3


def uniform(scale):
    def draw(rng, qpos, qvel):
        position = qpos + rng.uniform(low=-scale, high=scale, size=len(qpos))
        velocity = qvel + rng.uniform(low=-scale, high=scale, size=len(qvel))
        return position, velocity

    return draw


def normal(scale):
    def draw(rng, qpos, qvel):
        position = qpos + rng.uniform(low=-scale, high=scale, size=len(qpos))
        velocity = qvel + scale * rng.standard_normal(len(qvel))
        return position, velocity

    return draw


def reacher(rng, qpos, qvel):
    position = rng.uniform(low=-0.1, high=0.1, size=len(qpos)) + qpos
    goal = rng.uniform(low=-0.2, high=0.2, size=2)
    while not np.linalg.norm(goal) < 0.2:
        goal = rng.uniform(low=-0.2, high=0.2, size=2)
    position[-2:] = goal
    velocity = qvel + rng.uniform(low=-0.005, high=0.005, size=len(qvel))
    velocity[-2:] = 0
    return position, velocity


def pusher(rng, qpos, qvel):
    position = qpos.copy()
    puck = np.zeros(2)
    while not np.linalg.norm(puck) > 0.17:
        puck = np.concatenate([rng.uniform(low=-0.3, high=0, size=1), rng.uniform(low=-0.2, high=0.2, size=1)])
    position[-4:-2] = puck
    position[-2:] = 0
    velocity = qvel + rng.uniform(low=-0.005, high=0.005, size=len(qvel))
    velocity[-4:] = 0
    return position, velocity


FREE = [1, 0, 0, 0]
# name, initial positions, number of velocities, how they are drawn
TASKS = {
    "Ant-v5": ([0, 0, 0.75, *FREE, *[0] * 8], 14, normal(0.1)),
    "HalfCheetah-v5": ([0] * 9, 9, normal(0.1)),
    "Hopper-v5": ([0, 1.25, *[0] * 4], 6, uniform(5e-3)),
    "Humanoid-v5": ([0, 0, 1.4, *FREE, *[0] * 17], 23, uniform(0.01)),
    "HumanoidStandup-v5": ([0, 0, 0.105, *FREE, *[0] * 17], 23, uniform(0.01)),
    "InvertedDoublePendulum-v5": ([0] * 3, 3, normal(0.1)),
    "InvertedPendulum-v5": ([0] * 2, 2, uniform(0.01)),
    "Pusher-v5": ([0] * 11, 11, pusher),
    "Reacher-v5": ([0, 0, 0.1, -0.1], 4, reacher),
    "Swimmer-v5": ([0] * 5, 5, uniform(0.1)),
    "Walker2d-v5": ([0, 1.25, *[0] * 7], 9, uniform(5e-3)),
}


def resets(seed, initial, nv, draw):
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    qpos = np.array(initial, dtype=np.float64)
    states = [draw(rng, qpos, np.zeros(nv)) for _ in range(RESETS)]
    return {"seed": seed, "resets": [{"qpos": p.tolist(), "qvel": v.tolist()} for p, v in states]}


vectors = {name: [resets(seed, *task) for seed in SEEDS] for name, task in TASKS.items()}
target = pathlib.Path(__file__).with_name("reset-vectors.json")
target.write_text(json.dumps(vectors, separators=(",", ":")) + "\n")
