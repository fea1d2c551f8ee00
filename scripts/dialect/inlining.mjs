// Which functions Binaryen leaves as calls, by marks in the sources:
//
//     // @cold                       at the head of a file: it is seldom on the path of a step
//
//     /** ... @noinline */           at a function of another file that is called from several places, where the call does not count
//
// What is cold calls copies of the mathematics that are not inlined either, in `kernel/cold/`. With everything inlined steps are no faster,
// and the module is 10 kB larger (gzip); with nothing they take 10 to 30 % longer.
import ts from 'typescript';

const MATH = 'kernel/math/';
const COLD_MATH = 'kernel/cold/';

/** Whether the comments before the first statement of a file say that it is cold. */
export function isCold(text) {
  const [head] = /^(?:\s*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*))*/.exec(text);
  return /(^|\s)@cold\b/.test(head);
}

/** Where the copy of a file of the mathematics lies, for those that are cold; undefined for other files. */
export const coldCopy = (file) => (file.startsWith(MATH) ? file.replace(MATH, COLD_MATH) : undefined);

/** The text of a cold file, which imports the copies. */
export const withColdMath = (text) => text.replace(/(from '(\.\.\/)+)math\//g, '$1cold/');

/** The functions that are never inlined, as patterns of names in the module: `file/function`. */
export function notInlined(text, file) {
  const module = file.replace(/\.ts$/, '');
  if (isCold(text)) return [`${module}/*`];
  if (!text.includes('@noinline')) return [];
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const marked = (node) => ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'noinline');
  return statements.filter((s) => ts.isFunctionDeclaration(s) && marked(s)).map((s) => `${module}/${s.name.text}`);
}

/** All copies of the mathematics for cold files. */
export const COLD_COPIES = `${COLD_MATH}*`;
