import type { PluginDefinition } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import type { Diagnostic, Mode } from './errors.ts';
import type { Files } from './files/resolver.ts';
import type { Limits } from './limits.ts';

/** How a model is read and compiled. */
export interface ParseOptions {
  /** Included files, assets and models to attach: a record or a Map by path, or a function from path to content. */
  files?: Files | undefined;
  /** Name of the model's file, for messages and as the place from which relative paths start. */
  file?: string | undefined;
  /** `compat` (default) accepts what MuJoCo accepts and warns; in `strict` every warning is an error. */
  mode?: Mode | undefined;
  /** Called with each warning. */
  onWarning?: ((warning: Diagnostic) => void) | undefined;
  /** What the model may ask for; see `DEFAULT_LIMITS`. */
  limits?: Partial<Limits> | undefined;
  /** Plugins that the model may use. */
  plugins?: readonly PluginDefinition[] | undefined;
  /** Allow elements and keywords that MuJoCo does not know; false by default. */
  extensions?: boolean | undefined;
}

/** Refuses options that are not an object, or ask for a mode that there is not. */
export function requireOptions(options: { readonly mode?: Mode | undefined }): void {
  if (typeof options !== 'object' || options === null) throw new ArgumentError('options must be an object');
  const { mode = 'compat' } = options;
  if (mode !== 'compat' && mode !== 'strict')
    throw new ArgumentError(`mode is compat or strict, not '${String(mode)}'`, 'unknown-name');
}
