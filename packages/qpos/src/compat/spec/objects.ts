import { MjVFS } from '../files/vfs.ts';
import type { Handle } from '../handle.ts';
import { type RecordName, type RecordOf, recordClasses } from '../scene/record.ts';
import { MjvScene } from '../scene/scene.ts';
import { MjContact } from '../simulation/contact.ts';
import { MjsDefault } from './default-class.ts';
import type { ClassName } from './members.ts';
import { MjSpec } from './spec.ts';
import { MjsElement, type StructOf, structClass } from './struct.ts';

/** Classes that functions take objects of, by name. */
export type ObjectTypes = { readonly [C in ClassName]: StructOf<C> } & { readonly [R in RecordName]: RecordOf<R> } & {
  readonly MjContact: MjContact;
  readonly MjvScene: MjvScene;
  readonly MjSpec: MjSpec;
  readonly MjVFS: MjVFS;
  readonly MjsElement: MjsElement;
  readonly MjsDefault: MjsDefault;
};

type HandleClass = new (...none: never[]) => Handle;
const OTHERS: Readonly<Record<string, HandleClass>> = {
  MjSpec,
  MjVFS,
  MjContact,
  MjsElement,
  MjsDefault,
  MjvScene,
  ...recordClasses,
};

/** The class of a name. */
export const objectClass = (name: string): HandleClass =>
  OTHERS[name] ?? (structClass(name as ClassName) as unknown as HandleClass);
