import { Diagnostics } from './errors.ts';
import { withDefaults } from './limits.ts';
import { readMjcf } from './mjcf/parse.ts';
import type { ParseOptions } from './options.ts';
import type { FileContent } from './resolver.ts';
import type { Spec } from './spec/types.ts';
import { readUrdf } from './urdf/parse.ts';
import { decodeText } from './xml/decode.ts';
import { parseXml } from './xml/parse.ts';

/** Reads MJCF or URDF, whichever the root element says. */
export function parseModel(content: FileContent, options: ParseOptions = {}): Spec {
  const diagnostics = new Diagnostics(options.mode, options.onWarning);
  const file = options.file ?? 'model.xml';
  const root = parseXml(decodeText(content, file, diagnostics), file, diagnostics, withDefaults(options.limits));
  return root.name === 'robot' ? readUrdf(root, options, diagnostics) : readMjcf(root, options, diagnostics, []);
}
