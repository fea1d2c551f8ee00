import { type Data, fieldView, type Model } from '@qpos/core';
import { setConst } from '@qpos/spec';
import { EnvError } from '../errors.ts';
import type { Task } from './task.ts';

type FieldArray = ReturnType<typeof fieldView>;

/** The fields of a Model that a task changes from episode to episode. */
export class RandomisedFields {
  readonly #model: Model;
  readonly #fields: readonly { readonly now: FieldArray; readonly compiled: FieldArray }[];

  constructor({ randomise, randomised = [] }: Task, model: Model, name: string) {
    if (randomise !== undefined && randomised.length === 0)
      throw new EnvError('bad-task', `${name} randomises its model but does not say what`, {
        hint: "name the fields that it changes: randomised: ['body_mass', 'geom_friction']",
      });
    this.#model = model;
    this.#fields = randomised.map((field) => {
      const now = fieldView(model, field);
      return { now, compiled: now.slice() };
    });
  }

  /** The fields as they are now. */
  get arrays(): readonly FieldArray[] {
    return this.#fields.map(({ now }) => now);
  }

  /** Makes the fields what they were compiled to. */
  restore(): void {
    for (const { now, compiled } of this.#fields) now.set(compiled as never);
  }

  /** Brings up to date what follows from the fields; `data` serves as workspace. */
  settle(data: Data): void {
    if (this.#fields.length > 0) setConst(this.#model, data);
  }
}
