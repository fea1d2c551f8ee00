import type { Diagnostics } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Spec } from '../spec/types.ts';
import type { XmlElement } from '../xml/document.ts';

/** What the readers of the sections share. */
export interface ReadContext {
  readonly spec: Spec;
  readonly diagnostics: Diagnostics;
  readonly limits: Limits;
  /** Names of the default classes read so far. */
  readonly classes: Set<string>;
  /** True if there is a file of this path (relative to the model's root, not normalised). */
  readonly fileExists: (path: string) => boolean;
  /** Reads a model to attach from. */
  readonly readModel: (path: string, at: XmlElement) => Spec | undefined;
  /** Own extensions of the language are allowed. */
  readonly extensions: boolean;
}
