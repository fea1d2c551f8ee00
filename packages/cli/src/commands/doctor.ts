import net from 'node:net';
import os from 'node:os';
import type { Command } from 'commander';
import { backendName, loadModel, makeData, step, wasmRefusal } from 'qpos';
import { type Io, print, printJson } from '../io.ts';
import { table } from '../output/table.ts';
import { bytes, colors, count, num } from '../output/terminal.ts';
import { type Browser, launchBrowser } from '../studio/browser.ts';
import { browserVersion, findBrowser, findBrowsers, findPackage, findStudio } from '../studio/find.ts';
import { VERSION } from '../version.ts';
import { type Ability, gpuAbilities } from './doctor-gpu.ts';
import { addCommand, addJson } from './shared.ts';

// modules of one function that use one instruction: i8x16.popcnt, and an atomic load from shared memory
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
const THREADS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0,
  26, 11,
];

/** The types here are of no browser, and Node's do not have it. */
const wasm = (globalThis as { WebAssembly?: { validate(bytes: Uint8Array): boolean } }).WebAssembly;
const validates = (code: readonly number[]): boolean => wasm?.validate(Uint8Array.from(code)) === true;

function nodeAbility(): Ability {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const good = major > 20 || (major === 20 && minor >= 19);
  const base = { name: 'Node.js', detail: `${process.version} (V8 ${process.versions.v8})` };
  return good ? { ...base, state: 'yes' } : { ...base, state: 'no', hint: 'qpos needs Node.js 20.19 or newer' };
}

function engineAbility(): Ability {
  try {
    const name = backendName();
    const model = loadModel('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>');
    const data = makeData(model);
    step(model, data, 100);
    const refusal = wasmRefusal();
    const why = refusal === undefined ? '' : `, because WebAssembly was refused: ${String(refusal)}`;
    return { name: 'engine', state: 'yes', detail: `back end ${name}${why}` };
  } catch (error) {
    return { name: 'engine', state: 'no', detail: (error as Error).message, hint: 'please report this' };
  }
}

/** Abilities that need no browser to be started. */
function localAbilities(): Ability[] {
  const simd = validates(SIMD);
  const threads = validates(THREADS) && typeof SharedArrayBuffer === 'function';
  const studio = findStudio();
  const optional = (name: string, good: boolean, yes: string, no: string, hint: string): Ability =>
    good ? { name, state: 'yes', detail: yes } : { name, state: 'optional', detail: no, hint };
  return [
    nodeAbility(),
    {
      name: 'machine',
      state: 'yes',
      detail: `${os.platform()} ${os.arch()}, ${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${bytes(os.totalmem())}`,
    },
    engineAbility(),
    optional('WebAssembly SIMD', simd, 'yes', 'no', 'steps are slower without it; a newer Node.js has it'),
    optional(
      'threads',
      threads,
      `shared memory, ${count(os.availableParallelism(), 'core')}`,
      'no shared memory',
      'batches run in one thread',
    ),
    optional(
      'studio',
      studio !== undefined,
      studio ?? '',
      'not built',
      'npm run build; qpos view and qpos render need it',
    ),
    optional(
      'MuJoCo',
      findPackage('@mujoco/mujoco') !== undefined,
      '@mujoco/mujoco is installed: qpos bench compares with it',
      '@mujoco/mujoco is not installed',
      'npm install @mujoco/mujoco, if qpos bench shall compare with it',
    ),
  ];
}

const PROBE = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  return {
    webgl: gl === null ? null : String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)),
    video: ['video/webm;codecs=vp9', 'video/mp4;codecs=avc1.42E01E', 'video/mp4;codecs=vp9'].filter((t) => MediaRecorder.isTypeSupported(t)),
  };
})()`;

const REDIS_MS = 1000;

/** Whether a Redis answers, which trainings over several machines use. */
async function redisAbility(): Promise<Ability> {
  const address = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const { hostname, port } = URL.canParse(address) ? new URL(address) : { hostname: address, port: '' };
  const answer = await new Promise<string>((resolve) => {
    const socket = net.connect(Number(port || 6379), hostname || '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (text: string): void => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(REDIS_MS, () => end('no answer'));
    socket.on('data', (data) => end(data.toString('latin1').trim()));
    socket.on('error', (error) => end((error as NodeJS.ErrnoException).code ?? error.message));
  });
  const isRedis = /^[+]PONG|^-NOAUTH/.test(answer);
  return isRedis
    ? { name: 'Redis', state: 'yes', detail: `answers at ${hostname}:${port || 6379}` }
    : {
        name: 'Redis',
        state: 'optional',
        detail: `none at ${hostname}:${port || 6379} (${answer})`,
        hint: 'start redis-server or set REDIS_URL, to train on several machines',
      };
}

/** The browsers on this machine; the first Chromium is the one that renders. */
function browserList(): Ability {
  const found = findBrowsers();
  const detail = found.map(({ name, file }) => `${name} (${file})`).join(', ');
  return found.length > 0
    ? { name: 'browsers', state: 'yes', detail }
    : { name: 'browsers', state: 'optional', detail: 'none found', hint: 'the studio needs one' };
}

/** What the browser can do, found by asking it. */
async function browserAbilities(): Promise<Ability[]> {
  const file = findBrowser();
  if (file === undefined) {
    return [
      {
        name: 'browser',
        state: 'optional',
        detail: 'no Chromium found',
        hint: 'qpos render needs one: install it, or set QPOS_BROWSER',
      },
    ];
  }
  const found: Ability[] = [
    { name: 'browser', state: 'yes', detail: `${browserVersion(file) ?? 'unknown version'} (${file})` },
  ];
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser();
    const page = await browser.newPage();
    const probe = await page.evaluate<{ webgl: string | null; video: string[] }>(PROBE);
    found.push(
      probe.webgl === null
        ? { name: 'WebGL 2', state: 'optional', detail: 'no', hint: 'qpos render needs it' }
        : { name: 'WebGL 2', state: 'yes', detail: probe.webgl },
      probe.video.length > 0
        ? { name: 'video', state: 'yes', detail: probe.video.join(', ') }
        : { name: 'video', state: 'optional', detail: 'no encoder', hint: 'qpos render can still write .apng' },
    );
  } catch (error) {
    found.push({
      name: 'headless browser',
      state: 'optional',
      detail: (error as Error).message,
      hint: 'qpos render needs it',
    });
  } finally {
    await browser?.close();
  }
  return found;
}

interface DoctorOptions {
  readonly browser: boolean;
  readonly gpu: boolean;
  readonly json: boolean;
}

async function doctor(io: Io, options: DoctorOptions): Promise<void> {
  const abilities = [
    ...localAbilities(),
    ...(await gpuAbilities(options.gpu)),
    browserList(),
    await redisAbility(),
    ...(options.browser ? await browserAbilities() : []),
  ];
  const ok = abilities.every((a) => a.state !== 'no');
  if (!ok) io.exitCode = 1;
  if (options.json) {
    printJson(io, { version: VERSION, ok, load: num(os.loadavg()[0] ?? 0), abilities });
    return;
  }
  const c = colors(io.stdout);
  const marks = { yes: c.green('✓'), no: c.red('✗'), optional: c.yellow('–') };
  const rows = abilities.map((a) => [
    `  ${marks[a.state]}`,
    a.name,
    a.detail + (a.hint === undefined ? '' : c.dim(`  (${a.hint})`)),
  ]);
  print(io, `${c.bold(`qpos ${VERSION}`)}\n${table(io.stdout, { rows })}`);
}

/** `qpos doctor`. */
export function addDoctor(program: Command, io: Io): void {
  const command = addCommand(program, 'doctor', 'report what this machine supports', [
    'qpos doctor',
    'qpos doctor --no-browser --json',
    'qpos doctor --gpu',
  ])
    .option('--no-browser', 'skip the check that starts a browser')
    .option('--gpu', 'step a small model on the GPU and compare it with the processor (up to a minute)', false);
  addJson(command).action((options: DoctorOptions) => doctor(io, options));
}
