// What a batch on a GPU promises beside numbers: overflow, bad numbers, resets, saving, buffers, a lost device, and the same bytes for any number
// of environments, size of workgroups and split of the steps.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeData, step } from '@qpos/core';
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModel } from 'qpos';
import { loadModelFile } from 'qpos/node';
import { root } from '../../packages.mjs';
import { translateFunctions } from '../../wgsl/own-functions.mjs';
import { dawnFolder } from './adapter.mjs';
import { checkEnvironments } from './environments.mjs';
import { nagaAccepts } from './naga.mjs';
import { sameStatistics } from './statistics.mjs';
import { sameOnTwoAdapters } from './two-adapters.mjs';

/** A ball that lies on the ground and one high above it. */
const XML = `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
const N = 4;
const TOLERANCE = 1e-5;
const COPY_SRC_DST = 12; // GPUBufferUsage

const model = loadModel(XML);
const width = model.nq + model.nv;
const start = [...model.qpos0, ...Array(model.nv).fill(0)];
const sameBytes = (a, b) => Buffer.compare(Buffer.from(a.buffer), Buffer.from(b.buffer)) === 0;
const rowOf = (states, e) => states.slice(e * width, (e + 1) * width);

/** The state of environment `e` after steps from the start, on the processor. */
function expected(steps) {
  const data = makeData(model);
  step(model, data, steps);
  return [...data.qpos, ...data.qvel];
}
const isClose = (row, exact) => exact.every((x, k) => Math.abs(row[k] - x) <= TOLERANCE);

/** Rows of `n` environments, of which every fourth has the same velocity. */
const disturbed = (n) =>
  Float64Array.from({ length: n * width }, (_, k) => {
    const [e, i] = [Math.floor(k / width), k % width];
    return i === model.nq ? 0.1 * ((e % N) + 1) : start[i];
  });

async function overflow(sim) {
  const states = Float64Array.from(Array.from({ length: N }, () => start).flat());
  states[2 * width + 9] = 0.099; // the second ball of environment 2 touches the ground as well
  await sim.write({ states });
  await sim.step(5);
  const { errors, states: after } = await sim.read(['errors', 'states']);
  const alone = sim.overflow.join() === '0,0,1,0' && errors[2]?.code === 'out-of-memory' && errors[0] === undefined;
  return alone && [0, 1, 3].every((e) => isClose(rowOf(after, e), expected(5)));
}

async function resets(sim) {
  sim.resetWhere([0, 0, 1, 0]);
  await sim.step(1);
  const { errors, states } = await sim.read(['errors', 'states']);
  return (
    errors.every((error) => error === undefined) &&
    isClose(rowOf(states, 2), expected(1)) &&
    isClose(rowOf(states, 0), expected(6))
  );
}

async function badNumbers(sim) {
  const { states } = await sim.read(['states']);
  states[width] = Number.NaN;
  await sim.write({ states });
  await sim.step(1);
  const { errors } = await sim.read(['errors']);
  await sim.step(1);
  const after = await sim.read(['errors', 'states']);
  const isReported = errors[1]?.code === 'bad-position' && errors[0] === undefined;
  return isReported && after.errors[1] === undefined && isClose(rowOf(after.states, 1), expected(1));
}

async function saving(sim) {
  const bytes = await sim.save();
  await sim.step(5);
  const first = await sim.read(['states']);
  sim.load(bytes);
  await sim.step(5);
  const second = await sim.read(['states']);
  return sameBytes(first.states, second.states);
}

async function buffers(sim) {
  const words = N * model.nv;
  const buffer = sim.gpuDevice.createBuffer({ size: 4 * words, usage: COPY_SRC_DST });
  sim.gpuDevice.queue.writeBuffer(
    buffer,
    0,
    Float32Array.from({ length: words }, (_, k) => k),
  );
  sim.copyFromBuffer('qfrc_applied', buffer);
  const given = await sim.readField('qfrc_applied');
  sim.copyToBuffer('qvel', buffer);
  sim.copyFromBuffer('qfrc_applied', buffer);
  const velocities = await sim.readField('qfrc_applied');
  const exact = await sim.readField('qvel');
  return given.every((x, k) => x === k) && sameBytes(velocities, exact);
}

async function deviceLoss(sim) {
  const bytes = await sim.save();
  sim.gpuDevice.destroy();
  await sim.gpuDevice.lost;
  const error = await sim.step(1).catch((thrown) => thrown);
  return error?.code === 'device-lost' && sameBytes(sim.lastRead, bytes);
}

/** Fields and functions of a task beside the step: they run on the device, and so does the reset of what they end. */
async function ownKernels(gpu) {
  const file = path.join(root, 'scripts/testing/gpu/falling-ball.ts');
  const { observe, evaluate } = await translateFunctions(file, ['observe', 'evaluate']);
  const sim = await GpuBatchSim.create(model, {
    n: N,
    nconmax: 1,
    adapter: await gpu.requestAdapter(),
    fields: { observation: { length: 4 }, counts: { length: 1, integer: true }, done: { length: 1, integer: true } },
    kernels: {
      observe: { ...observe, arguments: ['observation'] },
      evaluate: { ...evaluate, arguments: ['counts', 'done', 2.5] },
    },
  });
  const states = Float64Array.from(Array.from({ length: N }, () => start).flat());
  states[width + 9] = 2; // the second ball of environment 1 is already down
  await sim.write({ states });
  void sim.step(3);
  for (const name of ['evaluate', 'observe', 'evaluate']) sim.run(name);
  const observed = await sim.readField('observation');
  const [counts, done] = [await sim.readField('counts'), await sim.readField('done')];
  sim.resetOnDevice('done');
  const after = (await sim.read(['states'])).states;
  const countsAfter = await sim.readField('counts');
  await sim.close();
  const exact = expected(3);
  return (
    isClose(observed.slice(0, 4), [exact[2], exact[model.nq + 2], exact[9], exact[model.nq + 8]]) &&
    counts.join() === '2,2,2,2' &&
    done.join() === '0,1,0,0' &&
    isClose(rowOf(after, 1), start) &&
    isClose(rowOf(after, 0), exact) &&
    countsAfter.join() === '2,0,2,2'
  );
}

/** The states of the first environments after ten steps. */
async function trajectory(sim, splits) {
  await sim.write({ states: disturbed(sim.n) });
  for (const k of splits) await sim.step(k);
  return (await sim.read(['states'])).states.slice(0, N * width);
}

/** Whether workgroups that run the solver promise the same among themselves, and are close to threads. */
async function sharedSolver(gpu, byThreads) {
  const make = async (n) =>
    GpuBatchSim.create(model, { n, nconmax: 1, newton: 'workgroup', adapter: await gpu.requestAdapter() });
  const [few, many] = [await make(N), await make(3 * N)];
  const [once, split] = [await trajectory(few, [10]), await trajectory(many, [1, 6, 3])];
  await few.close();
  await many.close();
  return sameBytes(once, split) && once.every((x, k) => Math.abs(x - byThreads[k]) <= TOLERANCE);
}

/** Whether `qpos doctor --gpu` finds the adapter and computes on it what the processor does. */
async function doctor() {
  const args = [path.join(root, 'packages/cli/dist/qpos.js'), 'doctor', '--gpu', '--no-browser', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: dawnFolder }).catch((error) => error);
  return JSON.parse(stdout).abilities.some(({ name, state }) => name === 'GPU self-test' && state === 'yes');
}

/** Whether naga accepts the programs of the humanoid, with both ways to run its solver, and of contacts that are searched for. */
function nagaAgrees(gpu) {
  const load = (file) => loadModelFile(path.join(root, file));
  const humanoid = load('models/humanoid.xml');
  const searched = load('scripts/testing/gpu/scenes/ellipsoid-on-box.xml');
  return nagaAccepts(gpu, [
    [humanoid, 'thread'],
    [humanoid, 'workgroup'],
    [searched, 'thread'],
  ]);
}

/** Pairs of what is promised and whether it holds. */
export async function checkBehaviour(gpu) {
  const adapter = () => gpu.requestAdapter();
  const sim = await GpuBatchSim.create(model, { n: N, nconmax: 1, adapter: await adapter() });
  const other = await GpuBatchSim.create(model, { n: 3 * N, nconmax: 1, workgroupSize: 8, adapter: await adapter() });
  const [once, split] = [await trajectory(sim, [10]), await trajectory(other, [1, 6, 3])];
  await other.close();
  const results = [
    ['the same bytes for any number of environments, workgroup and split', sameBytes(once, split)],
    [
      'the same bytes where workgroups run the solver, within its tolerance of one thread',
      await sharedSolver(gpu, once),
    ],
  ];
  const checks = {
    'what overflows is reported, and nobody else notices': overflow,
    'resets on the device': resets,
    'bad numbers start an environment over': badNumbers,
    'saving and loading': saving,
    'buffers of a learner': buffers,
    'a lost device leaves what was read last': deviceLoss,
  };
  for (const [name, check] of Object.entries(checks)) results.push([name, await check(sim)]);
  await sim.close();
  results.push(['functions of a task on the device', await ownKernels(gpu)]);
  results.push(...(await checkEnvironments(gpu)));
  results.push(['the same statistics over 1,000 steps', await sameStatistics(gpu)]);
  results.push(['qpos doctor --gpu', await doctor()]);
  const naga = await nagaAgrees(gpu);
  if (naga !== undefined) results.push(['naga accepts what Tint does', naga]);
  const both = await sameOnTwoAdapters(gpu);
  if (both !== undefined) results.push(['the adapters of Node and Chromium agree', both]);
  return results;
}
