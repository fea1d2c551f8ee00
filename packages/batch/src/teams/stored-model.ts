import { cloneModel, type Model, saveModel } from '@qpos/core';

/** A copy of a model that the workers of several batches use, and how many batches do. */
interface StoredModel {
  readonly model: Model;
  users: number;
}

const stored = new WeakMap<Model, StoredModel[]>();

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, k) => byte === b[k]);

/** A copy of a model as it is now. */
export interface ModelCopy {
  readonly model: Model;
  /** To be called once, when it is no longer used. */
  release(): void;
}

/**
 * A copy of a model in the memory of this thread, which later changes of the model do not reach. All who ask while the model has the same
 * values get the same copy.
 */
export function storeModel(model: Model): ModelCopy {
  const copies = stored.get(model) ?? [];
  stored.set(model, copies);
  const bytes = copies.length > 0 ? saveModel(model) : new Uint8Array();
  let copy = copies.find((c) => areEqual(saveModel(c.model), bytes));
  if (copy === undefined) {
    copy = { model: cloneModel(model), users: 0 };
    copy.model.callbacks = {};
    copies.push(copy);
  }
  const found = copy;
  found.users++;
  return {
    model: found.model,
    release() {
      found.users--;
      if (found.users > 0) return;
      copies.splice(copies.indexOf(found), 1);
      found.model[Symbol.dispose]();
    },
  };
}
