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
_FIRST_ANSWER = 4096
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
    """A frame; `payload` is anything that has bytes, and they come last in it."""
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    raw = memoryview(payload).cast("B")
    return bytearray().join((_LENGTHS.pack(len(text), raw.nbytes), text, raw))


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

    def send(self, frame):
        sent = self._process.stdin.write(frame)
        while sent < len(frame):
            sent += self._process.stdin.write(memoryview(frame)[sent:])

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

    def send(self, frame):
        self._socket.sendall(frame)

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
        self._headers = {}
        self._expected = _FIRST_ANSWER

    def call(self, header, payload=b""):
        """Sends a request; returns the header of the answer and its arrays by name."""
        return self.call_encoded(encode(header, payload))

    def call_encoded(self, frame):
        """The same with a frame of `encode`, for requests that come often."""
        if self._stream is None:
            raise ServerError("the environment is closed")
        try:
            self._stream.send(frame)
            body, header_end = self._read()
        except (OSError, EOFError):
            reason = self._stream.reason()
            self.close()
            raise ServerError(f"the server is gone: {reason}") from None
        except BaseException:  # such as an interrupt: half a frame is left, so nothing can follow it
            self.close()
            raise
        header, layout = self._header(bytes(memoryview(body)[_LENGTHS.size : header_end]))
        return header, {name: np.ndarray(shape, dtype, body, header_end + at) for name, dtype, shape, at in layout}

    def close(self):
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _read(self):
        """An answer in memory of its own, and where its header ends. Most are as long as the last, so that one read takes them."""
        body = bytearray(self._expected)
        got = self._fill(body, 0, _LENGTHS.size)
        header_bytes, payload_bytes = _LENGTHS.unpack_from(body)
        header_end = _LENGTHS.size + header_bytes
        size = header_end + payload_bytes
        if got < size:
            if len(body) < size:
                body.extend(bytes(size - len(body)))
            self._fill(body, got, size)
        self._expected = size
        return body, header_end

    def _fill(self, body, got, size):
        """Reads until there are at least so many bytes; returns how many there are."""
        with memoryview(body) as view:
            while got < size:
                count = self._stream.read_into(view[got:] if got else view)
                if not count:
                    raise EOFError
                got += count
        return got

    def _header(self, text):
        """The header, and where the arrays are; both are remembered, as most answers look alike."""
        known = self._headers.get(text)
        if known is not None:
            return known
        header = json.loads(text)
        if "error" in header:
            error = header["error"]
            raise QposError(error["name"], error["code"], error["message"], error.get("hint"))
        layout, at = [], 0
        for name, kind, shape in header.get("arrays", []):
            dtype = np.dtype(kind)
            layout.append((name, dtype, tuple(shape), at))
            at += -(-dtype.itemsize * int(np.prod(shape)) // _ALIGNMENT) * _ALIGNMENT
        self._headers[text] = known = (header, layout)
        return known
