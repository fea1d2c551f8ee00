// A trajectory on a GPU, as Node and a page compute it.
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModel } from 'qpos';

/** A ball that rolls and a pendulum that is driven: contacts, friction, trigonometry. */
const XML = `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .11"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 2"><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body></worldbody>
  <actuator><motor joint="j"/></actuator></mujoco>`;
const N = 4;
const STEPS = 60;

/** The adapter's name, and the states of four environments after sixty steps. */
export async function trajectory(adapter) {
  const model = loadModel(XML);
  const sim = await GpuBatchSim.create(model, { n: N, adapter });
  const start = [...model.qpos0, ...Array(model.nv).fill(0)];
  const states = Float64Array.from({ length: N * start.length }, (_, k) => {
    const [e, i] = [Math.floor(k / start.length), k % start.length];
    return i === model.nq ? 0.1 * (e + 1) : start[i];
  });
  await sim.write({ states, ctrl: new Float64Array(N).fill(0.5) });
  await sim.step(STEPS);
  const after = (await sim.read(['states'])).states;
  await sim.close();
  return { name: adapter.info.description || adapter.info.vendor, states: [...after] };
}
