import { makeContest } from './contest.ts';
import { alternate, timing } from './measure.ts';
import type { Limit, Row, SuiteOptions } from './rows.ts';
import { type Scene, scenes } from './scenes.ts';

const limitsOf = ({ limit = 0.8, jsLimit }: Scene): Limit[] => [
  { of: 'ratio', most: limit },
  ...(jsLimit === undefined ? [] : [{ of: 'js', most: jsLimit } as const]),
];

/** Whole steps on every scene. */
export async function* stepSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  for (const s of scenes().filter((x) => scene.test(x.name))) {
    progress(s.name);
    const { theirs, wasm, js } = await makeContest(s);
    const measured = timing(alternate([theirs.step, wasm.step, js.step], { rounds, ms }));
    const size = `nv ${wasm.model.nv}, ${wasm.data.ncon} contacts, ${wasm.data.nefc} rows`;
    yield {
      name: s.name,
      ...measured,
      limits: limitsOf(s),
      note: s.note === undefined ? size : `${size}; ${s.note}`,
    };
  }
}
