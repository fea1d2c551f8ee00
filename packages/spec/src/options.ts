import type { PluginDefinition } from '@qpos/core';
import type { Diagnostic, Mode } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Files } from './resolver.ts';

export interface ParseOptions {
  /** Included files, assets and models to attach: a record or a Map by path, or a function from path to content. */
  files?: Files | undefined;
  /** Name of the model's file, for messages and as the place from which relative paths start. */
  file?: string | undefined;
  /** `compat` (default) accepts what MuJoCo accepts and warns, in `strict` a warning is an error. */
  mode?: Mode | undefined;
  onWarning?: ((warning: Diagnostic) => void) | undefined;
  limits?: Partial<Limits> | undefined;
  /** Plugins that the model may use. */
  plugins?: readonly PluginDefinition[] | undefined;
  /** Allow elements and keywords that MuJoCo does not know. */
  extensions?: boolean | undefined;
}
