import { RolloutPool } from '@qpos/batch';
import { parallelTransition } from '@qpos/control';
import { transition } from '@qpos/core';
import { makeContest, transitionResults } from './contest.ts';
import { alternate, alternateClock, timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { stageScenes } from './scenes.ts';

const EPS = 1e-6;
const THREADS = 2;
const SCENES = /^(humanoid driven|humanoid at rest|hand with tendons|tree of 100 dofs)$/;

/**
 * A and B of a step by forward differences in both engines; with the derivatives that the engine has against finite differences;
 * and differences on two threads, by the clock.
 */
export async function* derivativeSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  for (const s of stageScenes().filter((x) => SCENES.test(x.name) && scene.test(x.name))) {
    progress(s.name);
    const { theirs, wasm, js } = await makeContest(s);
    const contenders = [theirs, wasm, js];
    for (let k = 0; k < 20; k++) for (const c of contenders) c.step();
    const { model, data } = wasm;
    const note = `nv ${model.nv}, nu ${model.nu}, ${data.nefc} rows`;
    const blocks = { rounds, ms, warmUp: 200 };
    const limits = [{ of: 'ratio', most: 0.5 }] as const;
    const differences = contenders.map((c) => c.linearise(EPS));
    yield { name: `${s.name}: differences`, ...timing(alternate(differences, blocks)), limits, note };
    const options = { ...transitionResults(model), eps: EPS, method: 'auto' } as const;
    const hybrid = (): unknown => transition(model, data, options);
    yield { name: `${s.name}: hybrid`, ...timing(alternate([wasm.linearise(EPS), hybrid], blocks)), limits, note };
    const pool = await RolloutPool.create(model, { workers: THREADS });
    try {
      const parallel = (): Promise<unknown> => parallelTransition(model, data, { pool, eps: EPS, centred: false });
      const times = await alternateClock([theirs.linearise(EPS), parallel], { rounds, ms });
      const most = [{ of: 'ratio', most: 0.3 }] as const;
      yield { name: `${s.name}: ${THREADS} threads`, ...timing(times), limits: most, note };
    } finally {
      await pool.close();
    }
  }
}
