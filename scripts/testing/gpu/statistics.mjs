// Single precision parts from double precision along a chaotic motion, but its statistics do not: energy and contacts of many environments over 1,000 steps.
import { RandomGenerator } from '@qpos/batch';
import { makeData, step } from '@qpos/core';
import { GpuBatchSim } from '@qpos/webgpu';
import { loadModel } from 'qpos';

/** Three links that fall on the ground and flail there, driven by nothing but their first velocities. */
const XML = `<mujoco><option timestep=".005"><flag energy="enable"/></option><default><geom type="capsule" size=".05"/><joint axis="0 1 0" damping=".02"/></default>
  <worldbody><geom type="plane" size="20 20 1"/><body pos="0 0 .6"><freejoint/><geom fromto="0 0 0 .3 0 0"/>
  <body pos=".3 0 0"><joint/><geom fromto="0 0 0 .3 0 0"/><body pos=".3 0 0"><joint/><geom fromto="0 0 0 .3 0 0"/></body></body></body></worldbody></mujoco>`;
const N = 64;
const STEPS = 1000;
const SAMPLE_EVERY = 100;
/** Means of 64 environments differ by less than this many standard errors, and their spreads by less than this ratio. */
const STANDARD_ERRORS = 4;
const SPREAD_RATIO = 1.5;

const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length;
const spread = (values) => {
  const m = mean(values);
  return Math.sqrt(mean(values.map((x) => (x - m) ** 2)));
};

/** Whether two samples may have come from the same distribution. `least` is a spread that does not matter. */
function areAlike(a, b, least) {
  const [sa, sb] = [spread(a), spread(b)];
  const error = Math.sqrt((sa ** 2 + sb ** 2) / a.length) + least / Math.sqrt(a.length);
  const isSpread = (sa + least) / (sb + least) < SPREAD_RATIO && (sb + least) / (sa + least) < SPREAD_RATIO;
  return Math.abs(mean(a) - mean(b)) <= STANDARD_ERRORS * error && isSpread;
}

/** Steps both and compares their statistics on the way. Returns whether they agree, and prints the last ones. */
export async function sameStatistics(gpu) {
  const model = loadModel(XML);
  const random = new RandomGenerator(3);
  const all = Array.from({ length: N }, () => {
    const data = makeData(model);
    for (let k = 0; k < model.nv; k++) data.qvel[k] = random.uniform(-2, 2);
    return data;
  });
  const sim = await GpuBatchSim.create(model, { n: N, nconmax: 12, adapter: await gpu.requestAdapter() });
  await sim.write({ states: Float64Array.from(all.flatMap((data) => [...data.qpos, ...data.qvel])) });
  let holds = true;
  for (let k = 0; k < STEPS; k += SAMPLE_EVERY) {
    await sim.step(SAMPLE_EVERY);
    for (const data of all) step(model, data, SAMPLE_EVERY);
    const energies = await sim.readField('energy');
    const samples = {
      energy: [
        all.map(({ energy }) => energy[0] + energy[1]),
        all.map((_, e) => energies[2 * e] + energies[2 * e + 1]),
      ],
      contacts: [all.map(({ ncon }) => ncon), [...(await sim.readField('ncon'))]],
    };
    for (const [what, [exact, found]] of Object.entries(samples)) {
      const line = (values) => `${mean(values).toFixed(3)} ± ${spread(values).toFixed(3)}`;
      if (k + SAMPLE_EVERY === STEPS) console.log(`  ${what}: ${line(exact)} in double precision, ${line(found)}`);
      holds &&= areAlike(exact, found, what === 'contacts' ? 1 : 0.1);
    }
  }
  const { errors } = await sim.read(['errors']);
  await sim.close();
  return holds && errors.every((error) => error === undefined);
}
