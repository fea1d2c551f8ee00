import { stages } from '@qpos/core';
import { makeContest } from './contest.ts';
import { alternate, timing } from './measure.ts';
import type { Limit, Row, Suite } from './rows.ts';
import { stageScenes } from './scenes.ts';

/** Stages that the oracle has no function for, or one that cannot be repeated: islands take more of its arena at every call, until it drops all rows. */
const OURS_ALONE: readonly string[] = ['lengthVelocity', 'island', 'integrate'];

/** The stages of a step that can be timed in both engines, by the oracle's names. */
export const allStages: readonly string[] = stages
  .filter(({ name }) => !OURS_ALONE.includes(name))
  .map(({ name }) => (name === 'bias' ? 'rne' : name));

interface StageSuite {
  /** Names of the scenes. */
  readonly scenes: RegExp;
  readonly stages: readonly string[];
  /** What a single stage may take. */
  readonly each?: readonly Limit[];
  /** Whether to time the stages as one, too, and what that may take in a scene. */
  readonly together?: (scene: string) => readonly Limit[];
}

/** Single functions of the engine, at one state of a scene. */
export function stageSuite({ scenes, stages: names, each = [], together }: StageSuite): Suite {
  return async function* ({ scene, rounds, ms, progress }): AsyncIterable<Row> {
    for (const s of stageScenes().filter((x) => scenes.test(x.name) && scene.test(x.name))) {
      progress(s.name);
      const { theirs, wasm, js } = await makeContest(s);
      const contenders = [theirs, wasm, js];
      const blocks = { rounds, ms, warmUp: 200 };
      for (let k = 0; k < 20; k++) for (const c of contenders) c.step();
      const calls: (readonly (() => void)[])[] = [];
      for (const stage of names) {
        const functions = contenders.flatMap((c) => c.stage(stage) ?? []);
        if (functions.length < contenders.length) throw new Error(`an engine has no stage called ${stage}`);
        calls.push(functions);
        progress(`${s.name}: ${stage}`);
        yield { name: `${s.name}: ${stage}`, ...timing(alternate(functions, blocks)), limits: each };
      }
      if (together === undefined) continue;
      const sum = contenders.map((_, k) => (): void => {
        for (const functions of calls) functions[k]?.();
      });
      progress(`${s.name}: together`);
      yield { name: `${s.name}: together`, ...timing(alternate(sum, blocks)), limits: together(s.name) };
    }
  };
}
