// Imports of the dialect as AssemblyScript wants them: no extension, no `type`, nothing that it has built in. The makers of working memory
// (`scratchF64`) and the empty arrays (`EMPTY_F64`) are gone by then; what stays of a maker is the name of its array.
const BUILT_IN = new Set(['i32', 'f64']);

/** The text of a numeric file with its imports and exports of other files rewritten. */
export function takeImports(text) {
  return text.replace(/\b(import|export)( type)? \{([^}]*)\} from '([^']*)\.ts';/g, (_, word, _type, names, from) => {
    const kept = names
      .split(',')
      .map((name) => name.trim().replace(/^type |^scratch/, ''))
      .filter((name) => name !== '' && !BUILT_IN.has(name) && !name.startsWith('EMPTY_'));
    return kept.length === 0 ? '' : `${word} { ${[...new Set(kept)].join(', ')} } from '${from}';`;
  });
}
