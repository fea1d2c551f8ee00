import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { BatchSim } from '@qpos/batch';
import { loadOracleXml, startOracle } from '@qpos/conformance';
import { loadModel } from 'qpos';
import type { Answer, Request } from './batch-process.ts';
import { gymnasium } from './batches/gymnasium.ts';
import { timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { bundled } from './scenes.ts';

/** Steps of a call, as an environment with frames of several steps makes them. */
const FRAME = 5;
const SETTLE = 300;
const WORKERS = 2;
/** Workers on the memory of the thread that made the batch, and each on its own. */
const MEMORIES = ['shared', 'separate'] as const;

/** A process of its own that steps environments. */
class Process {
  readonly #child: ChildProcess = fork(path.join(import.meta.dirname, 'batch-process.js'));

  ask(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error('a process of the batch suite has ended'));
      this.#child.once('exit', fail);
      this.#child.once('message', (answer: Answer) => {
        this.#child.off('exit', fail);
        resolve(answer);
      });
      this.#child.send(request);
    });
  }

  end(): void {
    this.#child.kill();
  }
}

/** Microseconds of the clock. */
async function clocked(f: () => unknown): Promise<number> {
  const start = performance.now();
  await f();
  return 1000 * (performance.now() - start);
}

/** Alternating runs of two contenders by the clock, microseconds each. */
async function contest(rounds: number, a: () => unknown, b: () => unknown): Promise<[number, number][]> {
  await a();
  await b();
  const found: [number, number][] = [];
  for (let k = 0; k < rounds; k++) found.push([await clocked(a), await clocked(b)]);
  return found;
}

/** Two workers against as many processes that know nothing of each other. */
async function* throughput({ rounds, ms, scene, progress }: SuiteOptions): AsyncIterable<Row> {
  const runs = ['humanoid.xml', 'cheetah.xml'].flatMap((file) => MEMORIES.map((memory) => ({ file, memory })));
  for (const { file, memory } of runs) {
    const n = 64;
    const name = `${n} ${file}, 2 workers, ${memory} memory`;
    if (!scene.test(name)) continue;
    progress(name);
    const xml = bundled(file);
    const processes = Array.from({ length: WORKERS }, () => new Process());
    const sim = await BatchSim.create(loadModel(xml), { n, workers: WORKERS, memory });
    try {
      await Promise.all(processes.map((p) => p.ask({ kind: 'load', xml, n: n / WORKERS, settle: SETTLE })));
      sim.stepAll(SETTLE);
      const once = await clocked(() => sim.stepAll(FRAME));
      const calls = Math.max(1, Math.round((10_000 * ms) / once)); // ten blocks' time: a process is a long way to ask
      const apart = (): Promise<unknown> =>
        Promise.all(processes.map((p) => p.ask({ kind: 'run', calls, steps: FRAME })));
      const together = (): void => {
        for (let k = 0; k < calls; k++) sim.stepAll(FRAME);
      };
      const found = await contest(rounds, apart, together);
      const steps = n * calls * FRAME;
      const measured = timing(found, steps);
      yield {
        name,
        ...measured,
        limits: [{ of: 'ratio', most: 1.052 }], // 0.95 of their steps
        note: `against 2 processes, time of a step by the clock; ${(1e6 / measured.ours).toFixed(0)} steps/s`,
      };
    } finally {
      for (const p of processes) p.end();
      await sim.close();
    }
  }
}

/** What a call costs that hands nothing over but itself. */
async function* handOver({ rounds, scene, progress }: SuiteOptions): AsyncIterable<Row> {
  const model = loadModel(bundled('humanoid.xml'));
  const limits = [
    [16, 0.1],
    [256, 0.01],
  ] as const;
  const runs = limits.flatMap(([n, most]) => MEMORIES.map((memory) => ({ n, most, memory })));
  for (const { n, most, memory } of runs) {
    const name = `hand-over, ${n} humanoids, ${memory} memory`;
    if (!scene.test(name)) continue;
    progress(name);
    const [sim, empty] = [
      await BatchSim.create(model, { n, workers: WORKERS, memory }),
      await BatchSim.create(loadModel('<mujoco><worldbody/></mujoco>'), { n: WORKERS, workers: WORKERS, memory }),
    ];
    sim.stepAll(SETTLE);
    const calls = Math.ceil(2000 / n);
    const times = (s: BatchSim, steps: number) => () => {
      for (let k = 0; k < calls; k++) s.stepAll(steps);
    };
    const found = await contest(4 * rounds, times(sim, 1), times(empty, 0));
    yield {
      name,
      ...timing(found, calls),
      limits: [{ of: 'ratio', most }],
      note: 'a call of one step, and one of two workers with nothing to do, by the clock',
    };
    await sim.close();
    await empty.close();
  }
}

async function* memoryInUse({ scene, progress }: SuiteOptions): AsyncIterable<Row> {
  const n = 4096;
  const xml = bundled('humanoid.xml');
  for (const memory of MEMORIES) {
    const name = `memory of ${n} humanoids, ${memory}`;
    if (!scene.test(name)) continue;
    progress(name);
    const child = new Process();
    const { bytes } = await child.ask({ kind: 'batch', xml, n, workers: WORKERS, memory, steps: 100 });
    child.end();
    const { data } = loadOracleXml(await startOracle(), xml);
    const oracle = (n * (Number(data['nbuffer']) + Number(data['narena']))) / 1024;
    const ours = bytes / 1024;
    yield {
      name,
      unit: 'kB',
      oracle,
      ours,
      ratio: ours / oracle,
      spread: 0,
      limits: [{ of: 'ours', most: 2e9 / 1024 }],
      note: 'of the whole process after 100 steps',
    };
  }
}

/** Batches: threads against processes, what a hand-over costs, memory, and steps per core against the official build. */
export async function* batchSuite(options: SuiteOptions): AsyncIterable<Row> {
  yield* throughput(options);
  yield* handOver(options);
  yield* memoryInUse(options);
  yield* gymnasium(options);
}
