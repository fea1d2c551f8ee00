"""Environments with Gymnasium's names and rules, which run in another process."""

from functools import cache

import numpy as np

from .client import Client, encode
from .spaces import batch_space, box_of

try:
    from gymnasium import Env as _Env
    from gymnasium.vector import AutoresetMode as _AutoresetMode
    from gymnasium.vector import VectorEnv as _VectorEnv

    _MODES = {"next-step": _AutoresetMode.NEXT_STEP, "same-step": _AutoresetMode.SAME_STEP, "disabled": _AutoresetMode.DISABLED}
except ImportError:
    _Env = _VectorEnv = object
    _MODES = {mode: mode for mode in ("next-step", "same-step", "disabled")}

_NUMBER = np.dtype("<f8")


def make(id, *, address=None, **options):
    """One environment.

    id: the task, such as "Hopper-v5"; `qpos envs` lists them.
    address: the Unix socket of a `qpos serve-env`; by default a server of its own is started.
    options: what the task understands, such as `frame_skip=2`.
    """
    return Env(id, Client(address), options)


def make_vec(id, num_envs=1, *, workers="auto", autoreset="next-step", address=None, **options):
    """Environments side by side.

    workers: how many threads run them; the results do not depend on it.
    autoreset: "next-step", "same-step" or "disabled", as Gymnasium's AutoresetMode.
    """
    return VectorEnv(id, num_envs, Client(address), {**options, "workers": workers, "autoreset": autoreset})


def _reset_request(seed, options):
    request = {"op": "reset", "seed": seed}
    if options:
        request["options"] = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in options.items()}
    return encode(request)


@cache
def _place(name):
    """Where an info belongs: the dicts that it is nested in, outermost first, and its own name."""
    *groups, last = name.split("/")
    return groups, last


def _infos(arrays, root):
    """The infos below a name, as Gymnasium nests them."""
    found = {}
    for name, value in arrays.items():
        if not name.startswith(root):
            continue
        (_, *groups), last = _place(name)
        inside = found
        for group in groups:
            inside = inside.setdefault(group, {})
        inside[last] = value.view(bool) if last.startswith("_") and value.dtype == np.uint8 else value if value.ndim else value.item()
    return found


class _Remote:
    """What both kinds have in common."""

    render_mode = None
    spec = None

    def _begin(self, id, client, request):
        self._client = client
        try:
            described, _ = client.call({"op": "make", "id": id, **request})
        except BaseException:
            client.close()
            raise
        self.id = id
        self.metadata = {"render_fps": described["metadata"]["renderFps"], "render_modes": []}
        return described

    def _prepare_steps(self, size):
        """A frame that all steps send, with a place for their actions."""
        self._frame = encode({"op": "step"}, bytes(_NUMBER.itemsize * size))
        self._actions = np.frombuffer(self._frame, _NUMBER, size, len(self._frame) - _NUMBER.itemsize * size)

    def _step(self, action):
        """Sends actions; returns what came of them."""
        actions = np.asarray(action, _NUMBER)
        if actions.size != self._actions.size:
            raise ValueError(f"an action of {actions.size} numbers, {self._actions.size} expected")
        self._actions[:] = actions.ravel()
        return self._client.call_encoded(self._frame)[1]

    def save(self):
        """All that it takes to go on from here with the same bytes, for `load`."""
        return self._client.call({"op": "save"})[1]["saved"].tobytes()

    def load(self, saved):
        """Goes on from what `save` returned."""
        self._client.call({"op": "load"}, saved)

    def close(self, **_):
        """Ends the environment and its process; a second call does nothing."""
        self._client.close()

    def render(self):
        """There are no pictures over this connection."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if hasattr(self, "_client"):
            self._client.close()


class Env(_Remote, _Env):
    """One environment. Made by `make`."""

    def __init__(self, id, client, options):
        described = self._begin(id, client, {"options": options})
        self.observation_space = box_of(described["observation"])
        self.action_space = box_of(described["action"])
        self._prepare_steps(int(np.prod(self.action_space.shape)))

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        """Begins an episode: the first observation, and infos."""
        _, arrays = self._client.call_encoded(_reset_request(seed, options))
        return arrays["obs"].reshape(self.observation_space.shape), _infos(arrays, "info/")

    def step(self, action):
        """One step: observation, reward, terminated, truncated, infos."""
        arrays = self._step(action)
        return (
            arrays["obs"].reshape(self.observation_space.shape),
            arrays["reward"].item(),
            bool(arrays["terminated"]),
            bool(arrays["truncated"]),
            _infos(arrays, "info/"),
        )


class VectorEnv(_Remote, _VectorEnv):
    """Environments side by side. Made by `make_vec`."""

    def __init__(self, id, num_envs, client, options):
        described = self._begin(id, client, {"n": num_envs, "options": options})
        self.num_envs = num_envs
        self.workers = described["workers"]
        self.metadata["autoreset_mode"] = _MODES[described["metadata"]["autoreset"]]
        self.single_observation_space = box_of(described["observation"])
        self.single_action_space = box_of(described["action"])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._prepare_steps(num_envs * int(np.prod(self.single_action_space.shape)))

    def reset(self, *, seed=None, options=None):
        """Begins episodes: seeds count up from an int, or are given one by one; `options["reset_mask"]` says which environments."""
        seeds = list(seed) if isinstance(seed, (list, tuple)) else seed
        _, arrays = self._client.call_encoded(_reset_request(seeds, options))
        return arrays["obs"], _infos(arrays, "info/")

    def step(self, actions):
        """One step of all: observations, rewards, terminated, truncated, infos."""
        arrays = self._step(actions)
        infos = _infos(arrays, "info/")
        terminated, truncated = arrays["terminated"].view(bool), arrays["truncated"].view(bool)
        if "final_obs" in arrays:
            over = terminated | truncated
            infos["final_obs"], infos["_final_obs"] = arrays["final_obs"], over
            infos["final_info"], infos["_final_info"] = _infos(arrays, "final_info/"), over
        return arrays["obs"], arrays["rewards"], terminated, truncated, infos
