// Rewrites `a[i + 3]` for AssemblyScript as an access at `i` with a constant offset, which WebAssembly has in the instruction itself.
// As an index it would cost an addition and a shift each time: no optimiser may assume that `i + 3` does not overflow.
import ts from 'typescript';

const MOST = 31; // largest offset with methods of its own

const COMPOUND = new Map([
  [ts.SyntaxKind.PlusEqualsToken, '+'],
  [ts.SyntaxKind.MinusEqualsToken, '-'],
  [ts.SyntaxKind.AsteriskEqualsToken, '*'],
  [ts.SyntaxKind.SlashEqualsToken, '/'],
]);

/** `array[index + k]` as its parts, or undefined for any other node. */
function offsetAccess(node) {
  if (!ts.isElementAccessExpression(node)) return undefined;
  const index = node.argumentExpression;
  if (!ts.isBinaryExpression(index) || index.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  if (!ts.isNumericLiteral(index.right)) return undefined;
  const k = Number(index.right.text);
  return Number.isInteger(k) && k > 0 && k <= MOST ? { array: node.expression, index: index.left, k } : undefined;
}

const isStatement = (node) => ts.isExpressionStatement(node.parent);
const isStep = (node) =>
  (ts.isPrefixUnaryExpression(node.parent) || ts.isPostfixUnaryExpression(node.parent)) &&
  (node.parent.operator === ts.SyntaxKind.PlusPlusToken || node.parent.operator === ts.SyntaxKind.MinusMinusToken);
const isTarget = (node) =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  (node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken || COMPOUND.has(node.parent.operatorToken.kind));

/** The text of a numeric file with constant offsets taken out of its indices. */
export function takeOffsets(text) {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const plain = (node) => {
    let result = '';
    let at = node.getFullStart();
    ts.forEachChild(node, (child) => {
      result += text.slice(at, child.getFullStart()) + emit(child);
      at = child.getEnd();
    });
    return result + text.slice(at, node.getEnd());
  };
  const assignment = (node) => {
    const place = offsetAccess(node.left);
    if (place === undefined || !isStatement(node)) return undefined;
    const { array, index, k } = place;
    const put = `${emit(array)}.put${k}(${emit(index)},`;
    if (node.operatorToken.kind === ts.SyntaxKind.EqualsToken) return `${put}${emit(node.right)})`;
    const operator = COMPOUND.get(node.operatorToken.kind);
    if (operator === undefined || /\+\+|--|\(/.test(index.getText())) return undefined;
    return `${put} ${array.getText()}.at${k}(${emit(index)}) ${operator} (${emit(node.right)}))`;
  };
  const emit = (node) => {
    if (ts.isBinaryExpression(node)) return assignment(node) ?? plain(node);
    const place = offsetAccess(node);
    if (place === undefined || isStep(node) || isTarget(node)) return plain(node);
    return `${emit(place.array)}.at${place.k}(${emit(place.index)})`;
  };
  return emit(file);
}

/** The AssemblyScript half of the dialect, its array classes with a method for each offset. */
export function withOffsetMethods(text) {
  return text.replace(
    /@inline @operator\("\[\]"\) get(\(i: i32\): \w+ \{ return .*?load<(\w+)>\()(.*?)\); \}\n(.*?store<\w+>\()(.*?), (.*?)\); \}/g,
    (all, head, type, address, storeHead, storeAddress, value) => {
      const bytes = { f64: 8, i32: 4, u8: 1, f32: 4 }[type];
      const methods = [];
      for (let k = 1; k <= MOST; k++) {
        methods.push(`  @inline at${k}${head}${address}, ${k * bytes}); }`);
        methods.push(
          `${storeHead.replace('@operator("[]=") set', `put${k}`)}${storeAddress}, ${value}, ${k * bytes}); }`,
        );
      }
      return `${all}\n${methods.join('\n')}`;
    },
  );
}
