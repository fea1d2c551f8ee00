import fs from 'node:fs';
import net from 'node:net';
import { UsageError } from '../io.ts';
import { LENGTHS, readLengths } from './frame.ts';
import { EnvSession } from './session.ts';

/** Puts frames together from the pieces that a socket brings, and answers them in their order. */
class Connection {
  readonly #socket: net.Socket;
  readonly #session = new EnvSession();
  #received: Buffer = Buffer.alloc(0);
  #busy = Promise.resolve();

  constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => this.#take(piece));
    socket.on('error', () => socket.destroy()); // the client is gone
    socket.on('close', () => void this.#busy.then(() => this.#session.close()));
  }

  #take(piece: Buffer): void {
    this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece]);
    try {
      for (let frame = this.#next(); frame !== undefined; frame = this.#next()) this.#answer(...frame);
    } catch {
      this.#socket.destroy(); // it does not speak in frames
    }
  }

  #next(): [header: Uint8Array, payload: Uint8Array] | undefined {
    const received = this.#received;
    if (received.length < LENGTHS) return undefined;
    const { header, payload } = readLengths(received);
    const end = LENGTHS + header + payload;
    if (received.length < end) return undefined;
    this.#received = received.subarray(end);
    return [received.subarray(LENGTHS, LENGTHS + header), received.subarray(LENGTHS + header, end)];
  }

  #answer(header: Uint8Array, payload: Uint8Array): void {
    this.#busy = this.#busy.then(async () => {
      const reply = await this.#session.answer(header, payload);
      if (!this.#socket.destroyed) this.#socket.write(reply.slice()); // the session writes its next one over it
    });
  }
}

/** Serves any number of clients, each with an environment of its own, at a Unix socket that only this user can open; ends with the signal. */
export async function serveSocket(file: string, signal: AbortSignal, ready: () => void): Promise<void> {
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    new Connection(socket);
  });
  const open = new Set<net.Socket>();
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new UsageError(`cannot listen at ${file}: ${error.message}`, hintOf(error))),
      );
      server.listen(file, resolve);
    });
  } finally {
    process.umask(mask);
  }
  ready();
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  for (const socket of open) socket.destroy();
  server.close();
  fs.rmSync(file, { force: true });
}

const hintOf = ({ code }: NodeJS.ErrnoException): string | undefined =>
  code === 'EADDRINUSE' ? 'another server has it, or one that was killed left it behind: then delete it' : undefined;
