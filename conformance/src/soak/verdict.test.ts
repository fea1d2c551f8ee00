import { type Data, loadModel, makeData } from 'qpos';
import { describe, expect, test } from 'vitest';
import { judge, type Sample } from './verdict.ts';

const still = (): Data =>
  makeData(loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>'));
const samples = (change: (k: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: 50 }, (_, k) => ({ steps: k + 1, rss: 1e8, heap: 1e7, contacts: 3, ...change(k) }));

describe('the verdict of a long run', () => {
  test('flat memory passes, with growth while the program warms up', () => {
    expect(judge(samples(), still())).toEqual([]);
    expect(
      judge(
        samples((k) => ({ rss: k < 4 ? 5e7 + 1e7 * k : 1e8 })),
        still(),
      ),
    ).toEqual([]);
  });
  test('memory that grows does not', () => {
    expect(
      judge(
        samples((k) => ({ rss: 1e8 + 1e6 * k })),
        still(),
      ),
    ).toEqual(['rss grew by 44.0 MB']);
    expect(
      judge(
        samples((k) => ({ heap: 1e7 + 1e6 * k })),
        still(),
      ),
    ).toEqual(['heap grew by 44.0 MB']);
  });
  test('nor does a state that is NaN, a warning, or a scene at rest', () => {
    const bad = still();
    bad.qpos[0] = Number.NaN;
    bad.warning.number[0] = 2;
    expect(judge(samples(), bad)).toEqual(['the state is not finite', '2 warnings']);
    expect(
      judge(
        samples(() => ({ contacts: 0 })),
        still(),
      ),
    ).toEqual(['the scene ran out of contacts']);
  });
  test('nor a run without samples', () => {
    expect(judge([], still())).toEqual(['too few samples']);
  });
});
