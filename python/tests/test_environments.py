"""The client against `qpos serve-env`. QPOS_EXPECTED names a folder with what the environments do in TypeScript (scripts/testing/python-client.mjs)."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path

import numpy as np

PYTHON = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PYTHON))

import qpos_env as qpos  # noqa: E402
from qpos_env.client import command  # noqa: E402

EXPECTED = Path(os.environ["QPOS_EXPECTED"])


def expected(name, width):
    return np.fromfile(EXPECTED / name, "<f8").reshape(-1, width)


def is_running(pid):
    """Whether a process is there; one that has ended and waits for its parent is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds, seconds):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class One(unittest.TestCase):
    def test_bits_of_typescript(self):
        rows = expected("hopper.f64", 3 + 11 + 3)
        with qpos.make("Hopper-v5") as env:
            obs, _ = env.reset(seed=7)
            self.assertEqual(obs.tobytes(), rows[0, 3:14].tobytes())
            for k, row in enumerate(rows[1:]):
                obs, reward, terminated, truncated, info = env.step(row[:3])
                told = np.array([*obs, reward, terminated, truncated])
                self.assertEqual(told.tobytes(), row[3:].tobytes(), f"step {k}")
                self.assertIn("x_velocity", info)
                if terminated or truncated:
                    env.reset()
        self.assertEqual(len(rows), 1001)

    def test_gymnasium_names(self):
        with qpos.make("Hopper-v5", frame_skip=2) as env:
            self.assertEqual(env.observation_space.shape, (11,))
            self.assertEqual(env.observation_space.dtype, np.float64)
            self.assertTrue(np.isinf(env.observation_space.high).all())
            self.assertTrue(env.action_space.contains(env.action_space.sample()))
            self.assertIs(env.unwrapped, env)
            obs, info = env.reset(seed=1)
            self.assertIsInstance(info["x_position"], float)
            obs[0] = 0  # arrays are the caller's

    def test_saved_and_loaded(self):
        with qpos.make("Hopper-v5") as env, qpos.make("Hopper-v5") as other:
            env.reset(seed=3)
            saved = env.save()
            run = [env.step(np.full(3, 0.3))[0].tobytes() for _ in range(20)]
            other.load(saved)
            self.assertEqual([other.step(np.full(3, 0.3))[0].tobytes() for _ in range(20)], run)


class Many(unittest.TestCase):
    def test_bits_of_typescript(self):
        rows = expected("vector.f64", 9 + 33 + 9 + 33)
        with qpos.make_vec("Hopper-v5", 3, workers=2, autoreset="same-step", maxEpisodeSteps=23) as envs:
            obs, _ = envs.reset(seed=11)
            self.assertEqual(obs.tobytes(), rows[0, 9:42].tobytes())
            ends = 0
            for k, row in enumerate(rows[1:]):
                obs, rewards, terminated, truncated, infos = envs.step(row[:9].reshape(3, 3))
                told = np.concatenate([obs.ravel(), rewards, terminated, truncated])
                self.assertEqual(told.tobytes(), row[9:51].tobytes(), f"step {k}")
                over = terminated | truncated
                self.assertEqual("final_obs" in infos, over.any())
                if over.any():
                    ends += 1
                    np.testing.assert_array_equal(infos["final_obs"][over], row[51:].reshape(3, 11)[over])
                    np.testing.assert_array_equal(infos["_final_obs"], over)
            self.assertGreater(ends, 5)

    def test_spaces_and_masks(self):
        with qpos.make_vec("Hopper-v5", 2, workers=0, autoreset="disabled") as envs:
            self.assertEqual(envs.observation_space.shape, (2, 11))
            self.assertEqual(envs.action_space.sample().shape, (2, 3))
            self.assertEqual(envs.workers, 0)
            before, _ = envs.reset(seed=[1, 2])
            envs.step(np.zeros((2, 3)))
            after, _ = envs.reset(seed=[1, None], options={"reset_mask": np.array([True, False])})
            np.testing.assert_array_equal(after[0], before[0])
            self.assertTrue((after[1] != before[1]).any())


class Mistakes(unittest.TestCase):
    def test_are_told_as_in_typescript(self):
        with self.assertRaises(qpos.QposError) as caught:
            qpos.make("Hoper-v5")
        self.assertEqual(caught.exception.code, "unknown-task")
        self.assertIn("Hopper-v5", caught.exception.hint)
        with qpos.make("Hopper-v5") as env:
            with self.assertRaises(qpos.QposError) as caught:
                env.step(np.zeros(3))
            self.assertEqual(caught.exception.code, "not-reset")
            env.reset(seed=1)
            with self.assertRaises(ValueError):
                env.step(np.zeros(4))
            with self.assertRaises(qpos.QposError):
                env.step(np.full(3, np.nan))
            env.step(np.zeros(3))  # and it goes on

    def test_closed(self):
        env = qpos.make("InvertedPendulum-v5")
        env.close()
        env.close()
        with self.assertRaises(qpos.ServerError):
            env.reset()

    def test_no_server(self):
        with self.assertRaises(qpos.ServerError) as caught:
            qpos.make("Hopper-v5", address="/nowhere/qpos.sock")
        self.assertIn("serve-env", caught.exception.hint)
        old = os.environ.get("QPOS_COMMAND")
        try:
            os.environ["QPOS_COMMAND"] = "/nowhere/qpos"
            with self.assertRaises(qpos.ServerError):
                qpos.make("Hopper-v5")
            os.environ["QPOS_COMMAND"] = "false"
            with self.assertRaises(qpos.ServerError) as caught:
                qpos.make("Hopper-v5")
            self.assertIn("code 1", str(caught.exception))
        finally:
            if old is None:
                del os.environ["QPOS_COMMAND"]
            else:
                os.environ["QPOS_COMMAND"] = old


class Crashes(unittest.TestCase):
    def test_of_the_server_is_told_within_a_second(self):
        env = qpos.make("Hopper-v5")
        env.reset(seed=1)
        os.kill(env._client._stream._process.pid, signal.SIGKILL)
        start = time.monotonic()
        with self.assertRaises(qpos.ServerError) as caught:
            for _ in range(10):
                env.step(np.zeros(3))
        self.assertLess(time.monotonic() - start, 1)
        self.assertIn("-9", str(caught.exception))

    def test_of_the_client_ends_the_server_within_a_second(self):
        program = """
            import qpos_env as qpos, time
            env = qpos.make_vec("Hopper-v5", 2, workers=1)
            env.reset(seed=1)
            print(env._client._stream._process.pid, flush=True)
            time.sleep(60)
        """
        client = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, cwd=PYTHON, text=True
        )
        pid = int(client.stdout.readline())
        self.assertTrue(is_running(pid))
        client.kill()
        client.wait()
        client.stdout.close()
        self.assertTrue(wait_until(lambda: not is_running(pid), 1))


class Sockets(unittest.TestCase):
    def test_several_clients_of_one_server(self):
        with tempfile.TemporaryDirectory() as folder:
            address = f"{folder}/env.sock"
            server = subprocess.Popen([*command(), "serve-env", "--socket", address], stderr=subprocess.DEVNULL)
            try:
                self.assertTrue(wait_until(lambda: os.path.exists(address), 20))
                with qpos.make("Hopper-v5", address=address) as a, qpos.make("Hopper-v5", address=address) as b:
                    first, second = a.reset(seed=1)[0], b.reset(seed=2)[0]
                    self.assertTrue((first != second).any())
                    np.testing.assert_array_equal(a.reset(seed=1)[0], first)
                    server.kill()
                    server.wait()
                    with self.assertRaises(qpos.ServerError):
                        a.reset(seed=1)
            finally:
                server.kill()
                server.wait()


class WithGymnasium(unittest.TestCase):
    def test_environments_are_of_its_classes(self):
        """With a package of that name in front, whose classes are the only ones it needs to have."""
        package = {
            "__init__.py": "class Env: pass",
            "spaces.py": "class Box:\n    def __init__(self, low, high, dtype):\n        self.low, self.high, self.shape = low, high, low.shape",
            "vector/__init__.py": "import enum\nclass VectorEnv: pass\nclass AutoresetMode(enum.Enum):\n    NEXT_STEP = 1\n    SAME_STEP = 2\n    DISABLED = 3",
            "vector/utils.py": "def batch_space(space, n): return (space, n)",
        }
        program = """
            import gymnasium, qpos_env as qpos
            with qpos.make("Hopper-v5") as env, qpos.make_vec("Hopper-v5", 2, workers=0) as envs:
                assert isinstance(env, gymnasium.Env)
                assert isinstance(env.action_space, gymnasium.spaces.Box)
                assert isinstance(envs, gymnasium.vector.VectorEnv)
                assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
        """
        with tempfile.TemporaryDirectory() as folder:
            for name, text in package.items():
                file = Path(folder, "gymnasium", name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            code = "import sys; sys.path[:0] = " + repr([folder, str(PYTHON)]) + "\n" + textwrap.dedent(program)
            subprocess.run([sys.executable, "-c", code], check=True)


if __name__ == "__main__":
    unittest.main()
