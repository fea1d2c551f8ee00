// Records of the dialect as structs of AssemblyScript. A record is a class of typed fields and nothing else:
//
//     export class GjkResult {
//       status: i32 = 0;                         a number
//       readonly onA: F64 = scratchF64(3);       an array of fixed length, stored in the record itself
//       vert: F32 = EMPTY_F32;                   an array that belongs to somebody else
//     }
//     const result = new GjkResult();
//
// The class becomes an unmanaged one. Its arrays of fixed length lie behind the other fields, where an accessor finds them, and a record
// that a module owns gets a constant address. Nothing initialises a record there, so that every field must start as zero or empty.
import ts from 'typescript';

const BYTES = { f64: 8, i32: 4, F64: 8, I32: 4 };
const FIXED = { scratchF64: 'F64', scratchI32: 'I32' };
const EMPTY = { F64: 'EMPTY_F64', I32: 'EMPTY_I32', U8: 'EMPTY_U8', F32: 'EMPTY_F32' };

/** An error that names the place. */
function refuse(file, node, message) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  throw new Error(`${file.fileName}:${line + 1}: ${message}`);
}

/** The length of an array of fixed length as it is written, or undefined for any other field. */
function fixedLength(field) {
  const value = field.initializer;
  if (value === undefined || !ts.isCallExpression(value)) return undefined;
  return FIXED[value.expression.getText()] === field.type?.getText() ? value.arguments[0]?.getText() : undefined;
}

/** Checks that a field starts as zero or empty, as memory does. */
function checkInitial(file, field) {
  const type = field.type?.getText() ?? '';
  const initial = field.initializer?.getText();
  if (
    type in EMPTY
      ? initial === EMPTY[type]
      : type in BYTES
        ? initial === '0'
        : type === 'boolean' && initial === 'false'
  )
    return;
  refuse(
    file,
    field,
    `the field '${field.name.getText()}' of a record must be a number that starts at 0, a fixed or an empty array`,
  );
}

/** Where the arrays of a record begin: after its numbers, at a multiple of eight. */
const arraysAt = (name) => `((offsetof<${name}>() + 7) & ~7)`;

/** A class as a struct. */
function structOf(file, node) {
  const name = node.name.text;
  const fields = [];
  const arrays = [];
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member)) refuse(file, member, 'a record has fields and nothing else');
    const length = fixedLength(member);
    if (length === undefined) checkInitial(file, member);
    (length === undefined ? fields : arrays).push({ name: member.name.getText(), type: member.type.getText(), length });
  }
  arrays.sort((a, b) => BYTES[b.type] - BYTES[a.type]); // the wide ones first, so that all are aligned
  let offset = arraysAt(name);
  const accessors = arrays.map((a) => {
    const text = `  @inline get ${a.name}(): ${a.type} { return changetype<${a.type}>(changetype<usize>(this) + ${offset}); }`;
    offset += ` + (${a.length}) * ${BYTES[a.type]}`;
    return text;
  });
  fields.sort((a, b) => (b.type === 'f64' ? 1 : 0) - (a.type === 'f64' ? 1 : 0));
  const declared = fields.map((f) => `  ${f.name}: ${f.type};`);
  const head = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export ? 'export ' : '';
  const size = `${head}const SIZE_${name}: i32 = <i32>(${offset});`;
  return `@unmanaged ${head}class ${name} {\n${[...declared, ...accessors].join('\n')}\n}\n${size}`;
}

/** `new X()` of a constant of the module, or undefined. */
function ownedRecord(statement) {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  return value !== undefined && ts.isNewExpression(value) ? { value, name: value.expression.getText() } : undefined;
}

/** The text of a numeric file with its records as structs. */
export function takeRecords(text, fileName = 'kernel.ts') {
  if (!/\bclass\b|\bnew\b/.test(text)) return text;
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const imported = new Set();
  for (const statement of file.statements) {
    if (ts.isClassDeclaration(statement))
      edits.push({ start: statement.getStart(), end: statement.getEnd(), text: structOf(file, statement) });
    const owned = ownedRecord(statement);
    if (owned === undefined) continue;
    const address = `changetype<${owned.name}>(memory.data(SIZE_${owned.name}, 16))`;
    edits.push({ start: owned.value.getStart(), end: owned.value.getEnd(), text: address });
    imported.add(owned.name);
  }
  let result = text;
  for (const { start, end, text: by } of edits.reverse()) result = result.slice(0, start) + by + result.slice(end);
  // the size of a record comes with the record
  return result.replace(/\bimport( type)? \{([^}]*)\} from/g, (whole, type, names) => {
    const own = names
      .split(',')
      .map((n) => n.trim().replace(/^type /, ''))
      .filter((n) => imported.has(n));
    return own.length === 0
      ? whole
      : `import${type ?? ''} {${names.trimEnd().replace(/,$/, '')}, ${own.map((n) => `SIZE_${n}`).join(', ')} } from`;
  });
}
