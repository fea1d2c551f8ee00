import { Diagnostics } from './errors.ts';
import type { FileContent } from './files/resolver.ts';
import { withDefaults } from './limits.ts';
import { withinMemory } from './memory.ts';
import { type ParseOptions, requireOptions } from './options.ts';
import type { Spec } from './spec/types.ts';
import { decodeText } from './xml/decode.ts';
import type { XmlElement } from './xml/document.ts';
import { parseXml } from './xml/parse.ts';

/** Makes a Spec of the text or the bytes of a file, called `name` unless the options say how: `read` gets its root element. */
export function readDocument(
  content: FileContent,
  options: ParseOptions,
  name: string,
  read: (root: XmlElement, diagnostics: Diagnostics) => Spec,
): Spec {
  requireOptions(options);
  return withinMemory(options.file, () => {
    const diagnostics = new Diagnostics(options.mode, options.onWarning);
    const file = options.file ?? name;
    const text = decodeText(content, file, diagnostics);
    return read(parseXml(text, file, diagnostics, withDefaults(options.limits)), diagnostics);
  });
}
