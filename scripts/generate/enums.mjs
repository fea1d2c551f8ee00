// Enumerations of the vocabulary: constants for the kernel, objects and types for users.

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (text.endsWith('.') ? '' : '.');

/** `kernel/model/constants.ts`: each enumeration that the kernel reads as constants, and the named numbers. */
export function constantsTs({ enumerations, limits }) {
  const groups = enumerations
    .filter(({ prefix }) => prefix !== undefined)
    .map(({ prefix, doc, members }) => {
      const lines = members.map(({ name, value }) => `export const ${prefix}_${name}: i32 = ${value};`);
      return `// ${doc}\n${lines.join('\n')}\n`;
    });
  const literal = (type, value) => (type === 'f64' && Number.isInteger(value) ? `${value}.0` : value);
  const numbers = limits.map(
    ([name, type, value, doc]) => `/** ${sentence(doc)} */\nexport const ${name}: ${type} = ${literal(type, value)};`,
  );
  return `import type { f64, i32 } from '../dialect.ts';\n\nexport { MINVAL } from '../math/scalar.ts';\n\n${groups.join('\n')}\n${numbers.join('\n')}\n`;
}

/** `host/model/enums.ts`: each public enumeration as an object, and the type of its values. */
export function enumsTs({ enumerations }) {
  return enumerations
    .filter(({ internal }) => !internal)
    .map(({ name, doc, members }) => {
      const lines = members.map((m) => `  /** ${sentence(m.doc)} */\n  ${m.name}: ${m.value},`);
      const values = members.map(({ value }) => value).join(' | ');
      return `/** ${doc} */\nexport const ${name} = {\n${lines.join('\n')}\n} as const;\n/** ${doc} */\nexport type ${name} = ${values};\n`;
    })
    .join('\n');
}

/** `packages/spec/src/mjcf/generated/words.ts`: the keywords of MJCF, which are the names in lower case, by value. */
export function wordsTs({ enumerations }) {
  return enumerations
    .filter(({ internal, members }) => !internal && members.every(({ value }, k) => value === k))
    .map(({ name, members }) => {
      const words = members.map((m) => `'${m.name.toLowerCase()}'`);
      return `export const ${name} = [${words.join(', ')}] as const;\n`;
    })
    .join('');
}
