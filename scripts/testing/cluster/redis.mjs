// A redis-server on a free port of the loopback device, with what can happen to it: a restart, a cut cable.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const hasRedis = () => spawnSync('redis-server', ['--version']).status === 0;

/** Whether there is a redis-server; on Debian as root it is installed. */
export function ensureRedis() {
  if (hasRedis()) return true;
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return false;
  console.log('installing redis-server ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }; // does not start a service
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'redis-server'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  return hasRedis();
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.on('data', (data) => {
      socket.destroy();
      resolve(!String(data).startsWith('-LOADING'));
    });
    socket.on('error', () => resolve(false));
  });

/** A Redis that keeps what it is told on the disk at once. */
export class RedisServer {
  static async start(options = []) {
    const server = new RedisServer();
    server.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-redis-'));
    server.port = await freePort();
    server.options = options;
    await server.begin();
    return server;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  async begin() {
    const settings = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.folder, '--save', ''];
    const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--daemonize', 'no', '--loglevel', 'warning'];
    this.process = spawn('redis-server', [...settings, ...kept, ...this.options], { stdio: 'ignore' });
    for (let k = 0; k < 200 && !(await answers(this.port)); k++) await sleep(50);
  }

  async end(signal = 'SIGTERM') {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    await ended;
  }

  async restart() {
    await this.end('SIGKILL');
    await sleep(500);
    await this.begin();
  }

  async stop() {
    await this.end();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sends one command and gives the answer, if it is short. */
  command(...words) {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.port, '127.0.0.1', () => socket.write(`${words.join(' ')}\r\n`));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(String(data));
      });
      socket.once('error', reject);
    });
  }

  /** Seconds of a processor that it has used. */
  async processorSeconds() {
    const text = await this.command('INFO', 'cpu');
    const part = (name) => Number(new RegExp(`^used_cpu_${name}:(.*)`, 'm').exec(text)?.[1]);
    return part('user') + part('sys');
  }
}

/** A cable to a port: it can be cut, and mended. */
export class Cable {
  #sockets = new Set();
  #isCut = false;

  static async lay(port) {
    const cable = new Cable();
    cable.server = net.createServer((near) => {
      if (cable.#isCut) return near.destroy();
      const far = net.connect(port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        cable.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          cable.#sockets.delete(from);
          to.destroy();
        });
      }
      return undefined;
    });
    await new Promise((resolve) => cable.server.listen(0, '127.0.0.1', resolve));
    cable.url = `redis://127.0.0.1:${cable.server.address().port}`;
    return cable;
  }

  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
