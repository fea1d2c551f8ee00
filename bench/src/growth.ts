import { type Contest, makeContest } from './contest.ts';
import { block, median, quartileSpread } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { heap, humanoids, type Scene } from './scenes.ts';

interface Growth {
  readonly name: string;
  /** A small scene and a large one of the same kind. */
  readonly small: string;
  readonly large: string;
  /** How many small scenes make a large one, where the time per part is asked for. */
  readonly parts: number;
  readonly settle: number;
  readonly steps: number;
  readonly limit: number;
}

const growths: readonly Growth[] = [
  {
    name: 'time per humanoid, 1 to 100 humanoids',
    small: humanoids(1),
    large: humanoids(100),
    parts: 100,
    settle: 100,
    steps: 60,
    limit: 1.3,
  },
  {
    name: 'time of a heap, 30 to 300 boxes',
    small: heap(30),
    large: heap(300),
    parts: 1,
    settle: 500,
    steps: 4,
    limit: 20,
  },
];

/** Runs of the small scene per run of the large one, so that their blocks are of similar length. */
const REPEATS = 40;

/** Microseconds of `steps` steps from the settled state. */
function run({ start, ...contest }: Contest, side: 'theirs' | 'wasm' | 'js', steps: number, repeats: number): number {
  const contender = contest[side];
  const once = (): void => {
    contender.setState(start);
    for (let k = 0; k < steps; k++) contender.step();
  };
  return block(once, repeats) / repeats;
}

/** How the time of a step grows with the scene, in each engine by itself. */
export async function* growthSuite({ scene, rounds, progress }: SuiteOptions): AsyncIterable<Row> {
  for (const { name, small, large, parts, settle, steps, limit } of growths.filter((g) => scene.test(g.name))) {
    progress(name);
    const load = (xml: string): ReturnType<typeof makeContest> =>
      makeContest({ name, xml, settle, driven: false, duration: Number.POSITIVE_INFINITY } satisfies Scene);
    const [a, b] = [await load(small), await load(large)];
    const factors: [number, number, number][] = [];
    for (let k = 0; k < Math.min(rounds, 7) + 1; k++) {
      const grown = (['theirs', 'wasm', 'js'] as const).map(
        (side) => run(b, side, steps, 1) / run(a, side, steps, REPEATS) / parts,
      );
      if (k > 0) factors.push(grown as [number, number, number]); // the first round warms up
    }
    const column = (k: 0 | 1 | 2): number => median(factors.map((f) => f[k]));
    yield {
      name,
      unit: 'x',
      oracle: column(0),
      ours: column(1),
      js: column(2) / column(0),
      ratio: column(1) / column(0),
      spread: quartileSpread(factors.map((f) => f[1] / f[0])),
      limits: [{ of: 'ours', most: limit }],
    };
  }
}
