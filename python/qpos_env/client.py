"""Frames to and from `qpos serve-env`: a JSON header, and raw little-endian arrays behind it."""

import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

_LENGTHS = struct.Struct("<II")
_ALIGNMENT = 8
_END_SECONDS = 5


class QposError(Exception):
    """What the environment refused: `name` and `code` say which kind of mistake, `hint` what to do."""

    def __init__(self, name, code, message, hint=None):
        super().__init__(f"{message}\n{hint}" if hint else message)
        self.name = name
        self.code = code
        self.hint = hint


class ServerError(QposError):
    """The process behind an environment could not be started, or has ended."""

    def __init__(self, message, hint=None):
        super().__init__("ServerError", "server", message, hint)


def encode(header, payload=b""):
    """A frame; `payload` is anything that has bytes."""
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    return _LENGTHS.pack(len(text), memoryview(payload).nbytes) + text


def command():
    """How the server is started: by `QPOS_COMMAND`, as `qpos` on the path, or by this repository's own build."""
    given = os.environ.get("QPOS_COMMAND")
    if given:
        return given.split()
    found = shutil.which("qpos")
    if found:
        return [found]
    built = Path(__file__).resolve().parents[2] / "packages/cli/dist/qpos.js"
    if built.exists():
        return ["node", str(built)]
    raise ServerError("the command qpos was not found", "npm install --global @qpos/cli, or set QPOS_COMMAND")


class _Process:
    """A server of our own, over its standard input and output."""

    def __init__(self):
        self._complaints = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [*command(), "serve-env"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                bufsize=0,
            )
        except OSError as error:
            self._complaints.close()
            raise ServerError(f"the server could not be started: {error}", "is Node 20.19 or later installed?") from None

    def send(self, *parts):
        for part in parts:
            view = memoryview(part).cast("B")
            while view.nbytes > 0:
                view = view[self._process.stdin.write(view) :]

    def read_into(self, view):
        return self._process.stdout.readinto(view)

    def reason(self):
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            code = "none"
        self._complaints.seek(0)
        told = self._complaints.read().decode(errors="replace").strip()[-2000:]
        return f"it ended with code {code}{': ' + told if told else ''}"

    def close(self):
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._complaints.close()


class _Socket:
    """A server that is there already, at a Unix socket."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise ServerError(f"no server answers at {path}: {error}", f"qpos serve-env --socket {path}") from None

    def send(self, *parts):
        for part in parts:
            self._socket.sendall(part)

    def read_into(self, view):
        return self._socket.recv_into(view)

    def reason(self):
        return "the connection was closed"

    def close(self):
        self._socket.close()


class Client:
    """One connection, with one environment behind it."""

    def __init__(self, address=None):
        self._stream = _Process() if address is None else _Socket(str(address))
        self._lengths = bytearray(_LENGTHS.size)
        self._headers = {}

    def call(self, header, payload=b""):
        """Sends a request; returns the header of the answer and its arrays by name."""
        return self.call_encoded(encode(header, payload), payload)

    def call_encoded(self, frame, payload=b""):
        """The same with a frame of `encode`, for requests that come often."""
        if self._stream is None:
            raise ServerError("the environment is closed")
        try:
            self._stream.send(frame, payload)
            self._fill(memoryview(self._lengths))
            header_bytes, payload_bytes = _LENGTHS.unpack(self._lengths)
            body = bytearray(header_bytes + payload_bytes)
            self._fill(memoryview(body))
        except (OSError, EOFError):
            reason = self._stream.reason()
            self.close()
            raise ServerError(f"the server is gone: {reason}") from None
        except BaseException:  # such as an interrupt: half a frame is left, so nothing can follow it
            self.close()
            raise
        header, layout = self._header(bytes(body[:header_bytes]))
        if "error" in header:
            error = header["error"]
            raise QposError(error["name"], error["code"], error["message"], error.get("hint"))
        return header, {
            name: np.frombuffer(body, dtype, count, header_bytes + at).reshape(shape)
            for name, dtype, count, shape, at in layout
        }

    def close(self):
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _fill(self, view):
        while view.nbytes > 0:
            got = self._stream.read_into(view)
            if not got:
                raise EOFError
            view = view[got:]

    def _header(self, text):
        """The header, and where the arrays are; both are remembered, as most answers look alike."""
        known = self._headers.get(text)
        if known is None:
            header = json.loads(text)
            layout, at = [], 0
            for name, kind, shape in header.get("arrays", []):
                dtype = np.dtype(kind)
                count = int(np.prod(shape))
                layout.append((name, dtype, count, tuple(shape), at))
                at += -(-dtype.itemsize * count // _ALIGNMENT) * _ALIGNMENT
            known = (header, layout)
            if "error" not in header:
                self._headers[text] = known
        return known
