// Runs one example, as fast as the clock at most.
import { partsPlugins } from '@qpos/parts';
import { fetchModel, loadModel, saveModel } from 'qpos';
import type { Example, Files, Scene } from '../../../../examples/scene.ts';
import { type Answer, type Command, writeFrame } from './protocol.ts';

const modules = import.meta.glob<Example>('../../../../examples/*/[0-9]*.ts');
const TICK = 8; // ms between looks at the clock
const MOST = 0.05; // seconds to make up for after a pause or a long plan

let scene: Scene | undefined;
let running = true;
let last = 0;
let due = 0;

const post = (answer: Answer, transfer: Transferable[] = []): void => postMessage(answer, { transfer });

const filesAt = (root: string): Files => ({
  async model(name) {
    const { file, files } = await fetchModel(new URL('models', root).href, name);
    return loadModel(files[file] ?? '', { file, files, plugins: partsPlugins });
  },
  async policy(name) {
    const answer = await fetch(new URL(`policies/${name}`, root));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  },
});

async function start(id: string, root: string): Promise<void> {
  const load = modules[`../../../../examples/${id}.ts`];
  if (load === undefined) throw new Error(`there is no example '${id}'`);
  const example = await load();
  scene = await example.start(filesAt(root));
  post({ kind: 'model', bytes: saveModel(scene.model), follow: scene.follow ?? '' });
  last = performance.now();
  due = scene.data.time;
  tick();
}

function tick(): void {
  setTimeout(tick, TICK);
  const now = performance.now();
  const passed = (now - last) / 1000;
  last = now;
  if (scene === undefined || !running) return;
  due = Math.min(due + passed, scene.data.time + MOST);
  while (scene.data.time < due && performance.now() - now < 2 * TICK) {
    const before = scene.data.time;
    scene.advance();
    if (scene.data.time < before) due = scene.data.time; // it started over
  }
}

function fail(error: unknown): void {
  running = false;
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

function obey(command: Command): void {
  if (command.kind === 'start') start(command.id, command.root).catch(fail);
  else if (command.kind === 'run') running = command.running;
  else if (scene !== undefined) {
    const numbers = writeFrame(scene.data);
    post({ kind: 'frame', numbers, report: scene.report() }, [numbers.buffer]);
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => obey(data));
self.addEventListener('error', ({ error }) => fail(error));
