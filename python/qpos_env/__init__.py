"""Environments of qpos with Gymnasium's names.

    import qpos_env as qpos

    env = qpos.make("Hopper-v5")
    obs, info = env.reset(seed=1)
    obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
    env.close()

    envs = qpos.make_vec("HalfCheetah-v5", num_envs=64, workers="auto")

A Node process runs each environment; it starts with `make` and ends with `close`, or with this program. The environments are subclasses of
Gymnasium's `Env` and `VectorEnv` where gymnasium is installed.
"""

from .client import QposError, ServerError
from .environments import Env, VectorEnv, make, make_vec

__all__ = ["Env", "QposError", "ServerError", "VectorEnv", "make", "make_vec"]
