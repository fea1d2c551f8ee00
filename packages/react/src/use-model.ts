import type { Model } from '@qpos/core';
import { fetchModel, loadModel } from '@qpos/spec';
import { use } from 'react';

const models = new Map<string, Promise<Model>>();

async function fetchWhole(address: string): Promise<Model> {
  const { href } = new URL(address, document.baseURI);
  const cut = href.lastIndexOf('/');
  const { file, files } = await fetchModel(href.slice(0, cut), href.slice(cut + 1));
  return loadModel(files[file] ?? '', { file, files });
}

/**
 * The model at an address (MJCF or URDF), with the files that it names. It is fetched once; until it is there, the nearest `<Suspense>`
 * shows what it has instead, and what is wrong with it reaches the nearest error boundary.
 *
 * @param address Address of the model, relative to the page.
 * @returns The model.
 * @example
 * const model = useModel('models/arm.xml');
 */
export function useModel(address: string): Model {
  let model = models.get(address);
  if (model === undefined) {
    model = fetchWhole(address);
    models.set(address, model);
  }
  return use(model);
}

/**
 * Lets a model be fetched again when it is used next.
 *
 * @param address Its address, as it was given to `useModel`.
 * @example
 * forgetModel('models/arm.xml');
 */
export function forgetModel(address: string): void {
  models.delete(address);
}
