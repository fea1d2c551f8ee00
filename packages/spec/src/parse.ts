import type { FileContent } from './files/resolver.ts';
import { readMjcf } from './mjcf/parse.ts';
import type { ParseOptions } from './options.ts';
import { readDocument } from './read-document.ts';
import type { Spec } from './spec/types.ts';
import { readUrdf } from './urdf/parse.ts';

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
  return readDocument(content, options, 'model.xml', (root, diagnostics) =>
    root.name === 'robot' ? readUrdf(root, options, diagnostics) : readMjcf(root, options, diagnostics, []),
  );
}
