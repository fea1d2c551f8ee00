import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { type StepPart, stageTable } from '../host/stages.ts';

/** One stage of a step. */
export interface PipelineStage {
  /** Name of its function, mostly MuJoCo's without `mj_`. */
  readonly name: string;
  /** The part of the step that it belongs to. */
  readonly part: StepPart;
  /** What people call it. */
  readonly title: string;
  /**
   * Runs this stage alone; what the stages before it compute must be there.
   *
   * @param model The model.
   * @param data Its Data.
   */
  run(model: Model, data: Data): void;
}

/**
 * The stages of a step, in order. All but those of the part `integration` can be repeated after a `forward`.
 *
 * @example
 * forward(model, data);
 * for (const { title, part, run } of stages) {
 *   if (part === 'integration') continue;
 *   const start = performance.now();
 *   for (let k = 0; k < 100; k++) run(model, data);
 *   console.log(title, 10 * (performance.now() - start), 'µs');
 * }
 */
export const stages: readonly PipelineStage[] = /* @__PURE__ */ stageTable.map(({ name, part, title }) => ({
  name,
  part,
  title,
  run: (model, data) => backendOf(model, data).kernels[name](at(model), at(data)),
}));
