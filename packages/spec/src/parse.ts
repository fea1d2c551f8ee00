import { Diagnostics } from './errors.ts';
import type { FileContent } from './files/resolver.ts';
import { withDefaults } from './limits.ts';
import { withinMemory } from './memory.ts';
import { readMjcf } from './mjcf/parse.ts';
import { type ParseOptions, requireOptions } from './options.ts';
import type { Spec } from './spec/types.ts';
import { readUrdf } from './urdf/parse.ts';
import { decodeText } from './xml/decode.ts';
import { parseXml } from './xml/parse.ts';

/**
 * Reads MJCF or URDF, whichever the root element says, without compiling it. All problems are reported at once, in a `ModelError`.
 *
 * @param content The text or the bytes of the file.
 * @param options Files that it names, and how to read it.
 * @returns The editable model.
 * @example
 * const spec = parseModel('<robot name="r"><link name="base"/></robot>');
 * console.log(spec.model); // r
 */
export function parseModel(content: FileContent, options: ParseOptions = {}): Spec {
  requireOptions(options);
  return withinMemory(options.file, () => {
    const diagnostics = new Diagnostics(options.mode, options.onWarning);
    const file = options.file ?? 'model.xml';
    const root = parseXml(decodeText(content, file, diagnostics), file, diagnostics, withDefaults(options.limits));
    return root.name === 'robot' ? readUrdf(root, options, diagnostics) : readMjcf(root, options, diagnostics, []);
  });
}
