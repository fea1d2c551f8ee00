import { type Data, type Files, type Limits, loadModel, type Model, makeData, step } from 'qpos';

/** What a program that reads models of strangers would allow; the defaults are for models of one's own. */
export const STRANGERS: Partial<Limits> = {
  textLength: 4e6,
  attributeLength: 1e6,
  nameLength: 1000,
  elements: 20_000,
  expandedElements: 20_000,
  reserved: 1e5,
  iterations: 1000,
  hfieldCells: 1e6,
  inflatedBytes: 64e6,
  archiveFiles: 100,
};

/** Makes a Data of a model, uses it, and gives the memory of both back at once: cases come faster than collections. */
export function withData(model: Model, use: (data: Data) => void): void {
  try {
    const data = makeData(model);
    try {
      use(data);
    } finally {
      data[Symbol.dispose]();
    }
  } finally {
    model[Symbol.dispose]();
  }
}

/** Loads a model and takes a few steps. */
export function loadAndStep(text: string | Uint8Array, files: Files = {}, file = 'model.xml'): void {
  const model = loadModel(text, { file, files, limits: STRANGERS, onWarning() {} });
  withData(model, (data) => step(model, data, 3));
}

/** An asset in models that use it in different ways; the length of the file decides for one. */
export function loadAsset(name: string, bytes: Uint8Array, models: readonly string[]): void {
  loadAndStep(models[bytes.length % models.length] as string, { [name]: bytes });
}
