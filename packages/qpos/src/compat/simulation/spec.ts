import { createSpec, type Spec } from '@qpos/spec';
import { Handle } from '../handle.ts';

/** A copy of plain objects and arrays, shared parts shared in the copy as well; functions and bytes are kept. */
function deepCopy<T>(source: T, copies = new Map<unknown, unknown>()): T {
  if (typeof source !== 'object' || source === null || ArrayBuffer.isView(source)) return source;
  const known = copies.get(source);
  if (known !== undefined) return known as T;
  if (source instanceof Map || source instanceof Set) return source;
  const copy = (Array.isArray(source) ? [] : {}) as Record<string, unknown>;
  copies.set(source, copy);
  for (const [key, value] of Object.entries(source)) copy[key] = deepCopy(value, copies);
  return copy as T;
}

/**
 * A model before it is compiled: what `parseXMLString` gives and `mj_compile` takes. It is edited as the Spec inside, with the functions of
 * qpos.
 */
export class MjSpec extends Handle {
  /** The editable model. */
  readonly inner: Spec;

  constructor(other?: MjSpec | Spec) {
    super();
    this.inner = other instanceof MjSpec ? deepCopy(other.inner) : (other ?? createSpec());
  }

  get modelname(): string {
    return this.inner.model ?? 'MuJoCo Model';
  }
  set modelname(name: string) {
    this.inner.model = name;
  }
}
