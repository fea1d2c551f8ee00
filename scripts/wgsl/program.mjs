// The kernels as TypeScript's compiler sees them, with `x.gpu.ts` in the place of `x.ts` where there is one.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const options = {
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

const libraries = new Map(); // of TypeScript, parsed

/** A host that reads files of the disk, their variants for GPUs first, and before both those in `texts`, by path. */
function hostOf(texts) {
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.directoryExists = undefined; // texts need no folder
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => {
    if (texts.has(file)) return texts.get(file);
    const variant = file.replace(/\.ts$/, '.gpu.ts');
    return readFile(!file.endsWith('.d.ts') && fs.existsSync(variant) ? variant : file);
  };
  host.getSourceFile = (file, version) => {
    if (libraries.has(file)) return libraries.get(file);
    const text = host.readFile(file);
    const parsed = text === undefined ? undefined : ts.createSourceFile(file, text, version, true);
    if (file.endsWith('.d.ts')) libraries.set(file, parsed);
    return parsed;
  };
  return host;
}

/**
 * Opens a program.
 *
 * @param {string} folder what names of files are relative to: the folder of the dialect
 * @param {string[]} entries files below it
 * @param {Map<string, string>} [texts] files that are not on the disk
 */
export function openProgram(folder, entries, texts = new Map()) {
  const files = entries.map((file) => path.join(folder, file));
  const program = ts.createProgram(files, options, hostOf(texts));
  const checker = program.getTypeChecker();
  const all = program.getSourceFiles();
  return { checker, all, sources: all.filter((f) => f.fileName.startsWith(`${folder}/`)), folder };
}

/** Where a node is, for reports. */
export function placeOf(folder, node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${path.relative(folder, file.fileName)}:${line + 1}`;
}
