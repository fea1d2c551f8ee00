import type { Diagnostics } from '../errors.ts';
import { joinPath, normalizePath } from '../files/paths.ts';
import { type FileResolver, fileExists, openFile } from '../files/resolver.ts';
import type { Limits } from '../limits.ts';
import { decodeText } from '../xml/decode.ts';
import { attributeLocation, locationOf, type XmlElement } from '../xml/document.ts';
import { parseXml } from '../xml/parse.ts';

interface IncludeSource {
  readonly resolver: FileResolver;
  readonly diagnostics: Diagnostics;
  readonly limits: Limits;
}

interface Pending {
  readonly element: XmlElement;
  /** Files from the main one to the one that the element is in. */
  readonly chain: readonly string[];
}

/**
 * Replaces every `include` by the children of the named file's root, in place and at any depth. A file is looked for
 * next to the main file, then next to the file that includes it. Each file may be included once.
 */
export function expandIncludes(root: XmlElement, source: IncludeSource): void {
  const main = normalizePath(root.document.file);
  const included = new Set([main]);
  const pending: Pending[] = [{ element: root, chain: [main] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { element, chain } = next;
    const children: XmlElement[] = [];
    const todo: Pending[] = element.children.map((child) => ({ element: child, chain })).reverse();
    for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
      if (item.element.name !== 'include') {
        children.push(item.element);
        if (item.element.children.length > 0) pending.push(item);
        continue;
      }
      const found = readIncluded(item.element, root, item.chain, included, source);
      if (found === undefined) continue;
      for (const child of found.root.children.reverse()) todo.push({ element: child, chain: found.chain });
    }
    element.children = children;
  }
}

function readIncluded(
  xml: XmlElement,
  root: XmlElement,
  chain: readonly string[],
  included: Set<string>,
  source: IncludeSource,
): { root: XmlElement; chain: readonly string[] } | undefined {
  const { diagnostics, limits } = source;
  const at = { kind: 'include', source: locationOf(xml) };
  const file = xml.attributes['file'];
  if (xml.children.length > 0) diagnostics.error('include-invalid', 'include cannot have children', at);
  for (const key of Object.keys(xml.attributes)) {
    if (key !== 'file') diagnostics.warning('unknown-attribute', `attribute '${key}' is ignored`, at);
  }
  if (file === undefined || file === '') {
    diagnostics.error('missing-attribute', "attribute 'file' is required", at);
    return undefined;
  }
  const where = { kind: 'include', source: attributeLocation(xml, 'file') };

  const candidates = [joinPath(root.document.dir, file), joinPath(xml.document.dir, file)].map(normalizePath);
  const path = candidates.find((p) => included.has(p) || fileExists(source.resolver, p)) ?? candidates[0] ?? file;
  if (included.has(path)) {
    const cycle = chain.includes(path);
    const message = cycle ? `'${file}' includes itself` : `'${file}' is already included`;
    diagnostics.error(
      cycle ? 'include-cycle' : 'include-repeated',
      message,
      where,
      `by ${[...chain, path].join(' -> ')}`,
    );
    return undefined;
  }
  const by = chain.length > 1 ? `included by ${chain.join(' -> ')}` : undefined;
  const content = openFile(source.resolver, path, diagnostics, where, by);
  if (content === undefined) return undefined;
  const next = [...chain, path];
  included.add(path);
  if (included.size > limits.includes) {
    diagnostics.fatal('limit', `more than ${limits.includes} files are included`, where, 'raise limits.includes');
  }
  const text = decodeText(content, path, diagnostics);
  const document = parseXml(text, path, diagnostics, limits);
  if (document.children.length === 0) {
    diagnostics.error('include-invalid', `'${file}' has nothing to include`, where);
    return undefined;
  }
  return { root: document, chain: next };
}
