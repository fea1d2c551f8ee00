import { type GpuBatchOptions, GpuBatchSim } from '@qpos/webgpu';
import { loadModel, makeData, step } from 'qpos';
import { bytes } from '../output/terminal.ts';
import { importOptional } from '../studio/find.ts';

/** One thing that this machine can or cannot do. */
export interface Ability {
  readonly name: string;
  /** `no` is a problem, `optional` is only something that is missing. */
  readonly state: 'yes' | 'no' | 'optional';
  readonly detail: string;
  readonly hint?: string;
}

/** What the check needs of an adapter; Node's types do not have WebGPU. */
interface Adapter {
  readonly info: { readonly description: string; readonly vendor: string };
  readonly limits: { readonly maxStorageBufferBindingSize: number; readonly maxComputeInvocationsPerWorkgroup: number };
}

/** What the package `webgpu` (Dawn) exports. */
interface Dawn {
  create(flags: string[]): { requestAdapter(options: { powerPreference: string }): Promise<Adapter | null> };
}

type GpuAdapter = NonNullable<GpuBatchOptions['adapter']>;

/** A ball on the ground and a driven pendulum: contacts, a joint, a motor and a sensor. */
const XML = `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .11"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 2"><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/></body></worldbody>
  <actuator><motor joint="j"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>`;
const STEPS = 60;
/** As in the comparison of all models: positions after 60 steps. */
const TOLERANCE = 1e-3;

/** Steps a small model on the adapter and on the processor. Returns the largest difference of the positions. */
async function selfTest(adapter: Adapter): Promise<number> {
  const model = loadModel(XML);
  const sim = await GpuBatchSim.create(model, { n: 4, adapter: adapter as unknown as GpuAdapter });
  try {
    await sim.write({ ctrl: new Float64Array(4 * model.nu).fill(0.5) });
    await sim.step(STEPS);
    const { states } = await sim.read(['states']);
    const data = makeData(model);
    data.ctrl.fill(0.5);
    step(model, data, STEPS);
    return data.qpos.reduce((most, x, k) => Math.max(most, Math.abs(x - (states[k] ?? Number.NaN))), 0);
  } finally {
    await sim.close();
  }
}

const limitsOf = ({ limits }: Adapter): string =>
  `${bytes(limits.maxStorageBufferBindingSize)} in one piece, ${limits.maxComputeInvocationsPerWorkgroup} threads in a workgroup`;

/** The adapter of this machine in Node, its limits, and on request whether it computes what the processor does. */
export async function gpuAbilities(withSelfTest: boolean): Promise<Ability[]> {
  const dawn = await importOptional<Dawn>('webgpu').catch(() => undefined);
  if (dawn === undefined)
    return [
      { name: 'WebGPU', state: 'optional', detail: 'not in Node.js', hint: 'npm install webgpu, for batches on a GPU' },
    ];
  const gpu = dawn.create([]);
  (globalThis as { qposGpu?: unknown }).qposGpu = gpu; // Dawn ends the process when it is collected before its devices
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null)
    return [{ name: 'WebGPU', state: 'optional', detail: 'no adapter', hint: 'batches run on the processor' }];
  const { description, vendor } = adapter.info;
  const found: Ability = { name: 'WebGPU', state: 'yes', detail: `${description || vendor}, ${limitsOf(adapter)}` };
  if (!withSelfTest) return [found];
  try {
    const off = await selfTest(adapter);
    const good = off <= TOLERANCE;
    const detail = `positions within ${off.toExponential(1)} of the processor's after ${STEPS} steps`;
    return [
      found,
      { name: 'GPU self-test', state: good ? 'yes' : 'no', detail, ...(!good && { hint: 'please report this' }) },
    ];
  } catch (error) {
    return [
      found,
      { name: 'GPU self-test', state: 'no', detail: (error as Error).message, hint: 'please report this' },
    ];
  }
}
