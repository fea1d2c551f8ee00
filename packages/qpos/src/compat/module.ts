import { buffers } from './buffers.ts';
import { withMujocoErrors } from './errors.ts';
import { type FileSystem, fileSystem, MEMFS, moduleFiles } from './files/file-system.ts';
import { FileTree } from './files/file-tree.ts';
import { MjVFS } from './files/vfs.ts';
import { engineFunctions } from './functions/engine.ts';
import { logFunctions, MjLogConfig, MjLogMessage } from './functions/log.ts';
import { matrices } from './functions/matrices.ts';
import { outputFunctions } from './functions/output.ts';
import { queries } from './functions/queries.ts';
import { rotations } from './functions/rotations.ts';
import type { Functions } from './functions/row.ts';
import { sceneFunctions } from './functions/scene.ts';
import { smallFormulas } from './functions/small-formulas.ts';
import { actuatorFunctions } from './functions/spec/actuators.ts';
import { addFunctions } from './functions/spec/add.ts';
import { editFunctions } from './functions/spec/edit.ts';
import { findFunctions } from './functions/spec/find.ts';
import { makeFunctions } from './functions/spec/make.ts';
import { tendonFunctions } from './functions/spec/tendons.ts';
import { stages } from './functions/stages.ts';
import { vectors } from './functions/vectors.ts';
import { constants, stringTables } from './names/constants.ts';
import { type Enumerations, makeEnumerations } from './names/enums.ts';
import { recordClasses, recordVectors } from './scene/record.ts';
import { MjvScene } from './scene/scene.ts';
import { bind, type Implementation, type Signature } from './signature.ts';
import { accessorClasses } from './simulation/accessors.ts';
import { MjContact, MjContactVec } from './simulation/contact.ts';
import { MjData } from './simulation/data.ts';
import { MjModel, modelLoaders } from './simulation/model.ts';
import { MjLROpt, MjOption, MjStatistic, MjVisual, settingsFunctions, visualGroups } from './simulation/settings.ts';
import { MjsDefault } from './spec/default-class.ts';
import { MjSpec, MjsAuthored } from './spec/spec.ts';
import { MjsElement, structClasses } from './spec/struct.ts';
import { vectorClasses } from './spec/vectors.ts';
import { unavailable } from './unavailable.ts';

/** Functions that edit Specs. */
export const specTables = {
  ...addFunctions,
  ...findFunctions,
  ...editFunctions,
  ...actuatorFunctions,
  ...tendonFunctions,
  ...makeFunctions,
};

/** Every other function with a signature. */
export const tables = {
  ...stages,
  ...engineFunctions,
  ...queries,
  ...vectors,
  ...rotations,
  ...matrices,
  ...smallFormulas,
};

/** What `loadMujoco` may be told; what concerns the loading of a WebAssembly file is accepted and has no effect. */
export interface LoadOptions {
  /** Where printed lines go; to the console by default. */
  readonly print?: ((text: string) => void) | undefined;
  /** Where warnings go; to the console by default. */
  readonly printErr?: ((text: string) => void) | undefined;
  /** Has no effect: there is no file to find. */
  readonly locateFile?: ((file: string) => string) | undefined;
  /** Has no effect: the engine brings its own. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array | undefined;
}

type Loaders = ReturnType<typeof modelLoaders>;
type ModelClass = typeof MjModel & Loaders['ofModel'];

/** Classes without behaviour. */
const plainClasses = { ...recordClasses, ...recordVectors, ...vectorClasses, ...visualGroups };

/** Tables of names as functions: `get_mjVISSTRING()`. */
type StringGetters = {
  readonly [T in keyof typeof stringTables as `get_${T}`]: () => (typeof stringTables)[T];
};
const stringGetters = Object.fromEntries(
  Object.entries(stringTables).map(([name, table]) => [`get_${name}`, () => table]),
);

/** The classes of a module. */
interface Classes {
  readonly MjModel: ModelClass;
  readonly MjData: typeof MjData;
  readonly MjSpec: typeof MjSpec;
  readonly MjvScene: typeof MjvScene;
  readonly MjsElement: typeof MjsElement;
  readonly MjsDefault: typeof MjsDefault;
  readonly MjsAuthored: typeof MjsAuthored;
  readonly MjVFS: typeof MjVFS;
  readonly MjContact: typeof MjContact;
  readonly MjContactVec: typeof MjContactVec;
  readonly MjOption: typeof MjOption;
  readonly MjStatistic: typeof MjStatistic;
  readonly MjVisual: typeof MjVisual;
  readonly MjLROpt: typeof MjLROpt;
  readonly MjLogConfig: typeof MjLogConfig;
  readonly MjLogMessage: typeof MjLogMessage;
}

/** What `loadMujoco` resolves to: the names of the official package. */
export interface MainModule
  extends Functions<typeof tables>,
    Functions<typeof specTables>,
    Functions<typeof sceneFunctions>,
    Readonly<typeof plainClasses>,
    StringGetters,
    ReturnType<typeof structClasses>,
    Enumerations,
    Readonly<typeof constants>,
    Readonly<typeof stringTables>,
    Readonly<typeof settingsFunctions>,
    Readonly<typeof buffers>,
    ReturnType<typeof outputFunctions>,
    ReturnType<typeof logFunctions>,
    ReturnType<typeof moduleFiles>,
    Readonly<Loaders['ofModule']>,
    Classes {
  /** Files in memory, where models and assets are found. */
  readonly FS: FileSystem;
  /** What `FS.mount` takes. */
  readonly MEMFS: typeof MEMFS;
  /** Always true: a module is ready when `loadMujoco` resolves. */
  readonly calledRun: boolean;
}

const bindAll = (rows: object): object =>
  Object.fromEntries(
    Object.entries(rows as Record<string, readonly [Signature, Implementation]>).map(
      ([name, [signature, implementation]]) => [name, bind(name, signature, implementation)],
    ),
  );

/** Makes functions throw the errors that programs look for. */
function guarded<T extends object>(functions: T): T {
  const call =
    (f: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) =>
      withMujocoErrors(() => f(...given));
  return Object.fromEntries(
    Object.entries(functions).map(([name, f]) => [name, call(f as (...given: unknown[]) => unknown)]),
  ) as T;
}

/** The class of models, with the loaders of one module. */
function modelClass(loaders: Loaders['ofModel']): ModelClass {
  class Loaded extends MjModel {}
  Object.defineProperty(Loaded, 'name', { value: 'MjModel' });
  return Object.assign(Loaded, guarded(loaders));
}

/** A module with files of its own. */
export function makeModule(options: LoadOptions): MainModule {
  const tree = new FileTree();
  const print = options.print ?? ((text) => console.log(text));
  const loaders = modelLoaders(tree, options.printErr ?? ((text) => console.warn(text)));
  const classes: Classes = {
    MjModel: modelClass(loaders.ofModel),
    MjData,
    MjSpec,
    MjvScene,
    MjsElement,
    MjsDefault,
    MjsAuthored,
    MjVFS,
    MjContact,
    MjContactVec,
    MjOption,
    MjStatistic,
    MjVisual,
    MjLROpt,
    MjLogConfig,
    MjLogMessage,
  };
  return Object.assign(
    {},
    unavailable,
    bindAll(tables),
    bindAll(specTables),
    bindAll(sceneFunctions),
    plainClasses,
    accessorClasses,
    stringGetters,
    structClasses(),
    makeEnumerations(),
    constants,
    stringTables,
    guarded(settingsFunctions),
    guarded(outputFunctions(tree, print)),
    guarded(logFunctions(tree)),
    guarded(loaders.ofModule),
    buffers,
    classes,
    guarded(moduleFiles(tree)),
    { FS: fileSystem(tree), MEMFS, calledRun: true },
  ) as unknown as MainModule;
}
