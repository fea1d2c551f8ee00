// Functions of the dialect that a batch on a GPU runs beside the step: observations and rewards of tasks. They may call any kernel.
import path from 'node:path';
import { fieldTable, kernelFolder, translate } from './kernels.mjs';
import { openProgram } from './program.mjs';
import { SPACES } from './values.mjs';

/**
 * Translates functions of a file, with everything that they call. Their arrays are fields of an environment, of Data or of the batch's own.
 *
 * @param {string} file a file that imports from the dialect and the kernels, anywhere in the repository
 * @param {string[]} names its functions `(m: Model, d: Data, ...)`
 * @returns {Promise<Record<string, { entry, functions, scratch }>>} by name, what a `GpuKernel` of @qpos/webgpu has but for its arguments
 * @throws where a function has no translation, with its file and line
 */
export async function translateFunctions(file, names) {
  const program = openProgram(kernelFolder, [path.relative(kernelFolder, file)]);
  const own = program.all.find(({ fileName }) => fileName === file);
  if (own === undefined) throw new Error(`there is no ${file}`);
  if (!program.sources.includes(own)) program.sources.push(own);
  const spacesOf = (t, f) => f.parameters.filter((p) => t.typeOf(p.type)?.kind === 'array').map(() => SPACES.data);
  const entries = (t) => t.functions().filter((f) => f.getSourceFile() === own && names.includes(f.name.text));
  const translator = translate(program, await fieldTable(), entries, spacesOf);
  const found = entries(translator);
  const missing = names.find((name) => !found.some((f) => f.name.text === name));
  if (missing !== undefined) throw new Error(`${file} has no function '${missing}'`);
  return Object.fromEntries(
    found.map((f) => {
      const { name: entry } = translator.instanceOf(f, spacesOf(translator, f));
      return [f.name.text, { entry, ...reached(translator, entry) }];
    }),
  );
}

/** The text of a function and of all that it calls, and their working memory. */
function reached(translator, entry) {
  const functions = {};
  const visit = (name) => {
    if (name in functions) return;
    const { text, refusal } = translator.instances.get(name);
    if (refusal !== undefined) throw new Error(refusal);
    functions[name] = text;
    for (const [, called] of text.slice(text.indexOf('{')).matchAll(/\b(\w+_[DMSX]*)\(/g)) visit(called);
  };
  visit(entry);
  const all = Object.values(functions).join('\n');
  const used = [...translator.scratch].filter(([name]) => new RegExp(`\\b${name}\\b`).test(all));
  return { functions, scratch: Object.fromEntries(used) };
}
