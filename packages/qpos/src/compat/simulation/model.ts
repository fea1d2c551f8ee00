import { BinaryError, cloneModel, Model, readMjb } from '@qpos/core';
import { compile, copySpec, expandSpec, parseModel, type Spec } from '@qpos/spec';
import { MujocoError } from '../errors.ts';
import { type FileTree, filesOf } from '../files/file-tree.ts';
import type { MjVFS } from '../files/vfs.ts';
import { Handle } from '../handle.ts';
import { MjSpec } from '../spec/spec.ts';
import { modelAccessor, modelKinds, type NamedAccessor } from './accessors.ts';
import { type FieldsOf, forwardFields } from './forward-fields.ts';

type Access = (key: number | string) => NamedAccessor;

/** Objects of a model by name or number. */
export interface ModelAccess {
  actuator: Access;
  body: Access;
  cam: Access;
  eq: Access;
  exclude: Access;
  geom: Access;
  hfield: Access;
  jnt: Access;
  light: Access;
  mat: Access;
  mesh: Access;
  numeric: Access;
  pair: Access;
  sensor: Access;
  site: Access;
  skin: Access;
  tendon: Access;
  tex: Access;
  tuple: Access;
  key: Access;
}

type Fields = Omit<
  FieldsOf<Model>,
  keyof ModelAccess | 'flg_gravcomp' | 'flg_adhesion' | 'flg_surfacevel' | 'callbacks'
>;

export interface MjModel extends Fields, ModelAccess {
  /** Some body has gravity compensation. */
  flg_gravcomp: boolean;
  /** Some geom or pair is adhesive. */
  flg_adhesion: boolean;
  /** Some geom has a surface velocity. */
  flg_surfacevel: boolean;
}

/**
 * A compiled model, with the members of the official class.
 *
 * @example
 * const mujoco = await loadMujoco();
 * const ball = mujoco.MjModel.from_xml_string('<mujoco><worldbody><body name="b"><geom size=".1"/></body></worldbody></mujoco>');
 * console.log(ball.nbody, ball.body('b').mass);
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: forwardFields defines every member of the interface below
export class MjModel extends Handle {
  static override readonly name: string = 'MjModel'; // which minifiers keep
  /** The engine's model, for what this package does not cover. */
  readonly inner: Model;
  /** What it was compiled from. */
  readonly spec: Spec | undefined;

  /**
   * @param model What to copy, or the engine's model to wrap.
   * @param spec What it was compiled from.
   */
  constructor(model: MjModel | Model, spec?: Spec) {
    super();
    this.inner = model instanceof MjModel ? cloneModel(model.inner) : model;
    this.spec = spec ?? (model instanceof MjModel ? model.spec : undefined);
  }
}

forwardFields(MjModel.prototype, Model.prototype, ['flg_gravcomp', 'flg_adhesion', 'flg_surfacevel']);
for (const kind of modelKinds)
  Object.defineProperty(MjModel.prototype, kind, {
    value(this: MjModel, key: number | string) {
      return modelAccessor(this.inner, kind, key);
    },
  });

function loading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new MujocoError('mujoco', `MuJoCo Error: Loading error: ${(error as Error).message}`, { cause: error });
  }
}

/** The ways to load a model, over the files of one module. */
export function modelLoaders(tree: FileTree, warn: (text: string) => void) {
  const onWarning = ({ message }: { message: string }): void => warn(message);
  const parse = (text: string | Uint8Array, file: string, vfs: MjVFS | undefined): Spec =>
    parseModel(text, { file: file.replace(/^\/+/, ''), files: filesOf(tree, vfs), onWarning });
  const compileText = (text: string | Uint8Array, file: string, vfs: MjVFS | undefined): MjModel =>
    loading(() => {
      const spec = parse(text, file, vfs);
      return new MjModel(compile(spec), spec);
    });
  const fromPath = (file: string, vfs?: MjVFS): MjModel => {
    const content = filesOf(tree, vfs)(file);
    if (content === undefined)
      throw new MujocoError('mujoco', `MuJoCo Error: Loading error: ParseXML: Error opening file '${file}'\n`);
    return compileText(content, file, vfs);
  };
  const fromBinary = (file: string, vfs?: MjVFS): MjModel => {
    const content = filesOf(tree, vfs)(file);
    if (content === undefined)
      throw new MujocoError('mujoco', `MuJoCo Error: Loading error: could not open file '${file}'`);
    try {
      return new MjModel(readMjb(content));
    } catch (error) {
      if (!(error instanceof BinaryError)) throw error;
      throw new MujocoError('mujoco', `MuJoCo Error: Loading error: ${error.message}`);
    }
  };
  const fromText = (text: string, vfs?: MjVFS): MjModel => compileText(text, 'model.xml', vfs);
  const compileSpec = (given: MjSpec, vfs: MjVFS | undefined): MjModel => {
    given.flush();
    given.warnings = [];
    given.error = '';
    const spec = vfs === undefined ? given.inner : { ...given.inner, files: filesOf(tree, vfs) };
    const collect = ({ message }: { message: string }): void => {
      given.warnings.push(message);
      warn(message);
    };
    try {
      const model = new MjModel(compile(spec, { onWarning: collect }), copySpec(spec));
      given.isCompiled = true;
      return model;
    } catch (error) {
      given.error = `Error: ${(error as Error).message}`;
      throw new MujocoError('mujoco', `MuJoCo Error: ${given.error}`, { cause: error });
    }
  };
  const ofModel = {
    mj_loadXML: fromPath,
    from_xml_path: fromPath,
    from_xml_string: fromText,
    mj_loadModel: fromBinary,
    from_binary_path: fromBinary,
  };
  const ofModule = {
    from_xml_string: fromText,
    parseXMLString: (text: string, vfs?: MjVFS): MjSpec =>
      loading(() => new MjSpec(expandSpec(parse(text, 'model.xml', vfs)))),
    /** Compiles what `parseXMLString` read; a VFS takes the place of the one it was read with. */
    mj_compile: (given: MjSpec, vfs?: MjVFS): MjModel => compileSpec(given, vfs),
  };
  return { ofModel, ofModule };
}
