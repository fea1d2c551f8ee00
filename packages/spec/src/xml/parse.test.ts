import { loadOracle, loadOracleXml, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Diagnostic, Diagnostics, ModelError } from '../errors.ts';
import { withDefaults } from '../limits.ts';
import { parseMjcf } from '../mjcf/parse.ts';
import { attributeLocation } from './document.ts';
import { parseXml } from './parse.ts';

const read = (text: string, mode: 'compat' | 'strict' = 'compat', onWarning?: (d: Diagnostic) => void) =>
  parseXml(text, 'm.xml', new Diagnostics(mode, onWarning), withDefaults(undefined));

const isAccepted = (run: () => unknown): boolean => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};

/** Texts at the edge of XML: MuJoCo's parser is laxer than the standard in some places and stricter in others. */
const EDGES = [
  '<mujoco model="a & b"/>', '<mujoco model="&foo; &lt; &#65; &#x41; &#0; &#xZZ; &#99999999; &LT;"/>', '<mujoco model="a < b"/>',
  '<mujoco/>\nhello', 'hello <mujoco/>', '<mujoco>text & more</mujoco>', '<mujoco>text < more</mujoco>', '<mujoco>]]></mujoco>',
  '<mujoco><![CDATA[ <a> ]]></mujoco>', '<mujoco><![CDATA[ <a> </mujoco>', '<mujoco/><mujoco/>', '<mujoco/><foo>', '<mujoco/></foo>',
  '<mujoco></foo>', '<mujoco></mujoco', '<mujoco', '<mujoco model', '<mujoco model="a', '<mujoco model=a/>', '<mujoco model/>',
  '<mujoco model="a" model="b"/>', "<mujoco model = 'a' />", '< mujoco/>', '<mujoco / >', '</mujoco>', '<mujoco></ mujoco>',
  '<mujoco></mujoco >', '<mujoco></mujoco a="b">', '<mujoco></mujoco/>', '<1mujoco/>', '<mujoco><!-- a -- b --></mujoco>',
  '<mujoco><!-- a ---></mujoco>', '<mujoco><!-- a </mujoco>', '<mujoco><!foo></mujoco>', '<mujoco><?pi x?></mujoco>', '<mujoco/><?pi x?>',
  '<?xml?><mujoco/>', ' <?xml version="1.0"?><mujoco/>', '<!-- c --><?xml version="1.0"?><mujoco/>', '<?foo?><?bar?><mujoco/>',
  '<?xml version="1.0"><mujoco/>', '<mujoco model="a\nb\tc"/>', '<mujoco é="1"/>', '<mujoco xmlns:x="y"/>', '<a><mujoco/></a>',
  '<mujoco model="\u0001"/>', '<mujoco><worldbody></mujoco>', '<mujoco></mujoco></mujoco>', '<mujoco><worldbody/', '<mujoco model="a"" />',
  '<mujoco "a"/>', '<mujoco =""/>', '<mujoco .a=""/>', '<mujoco><></mujoco>', '<mujoco/><', '<mujoco><\n/mujoco>', '<mujoco></\nmujoco>',
]; // biome-ignore format: a list

describe('parseXml', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(EDGES)('accepts and refuses as MuJoCo does: %j', (text) => {
    const ours = isAccepted(() => parseMjcf(text));
    const theirs = isAccepted(() => {
      const { model, data } = loadOracleXml(oracle, text);
      model.delete();
      data.delete();
    });
    expect(ours).toBe(theirs);
  });

  test('keeps tags, attributes and their places', () => {
    const text = '<?xml version="1.0"?>\n<a>\n  <b c="1"\n     d=\'"\'/>\n  <e></e></a>';
    const root = read(text);
    expect(root).toMatchObject({ name: 'a', line: 2, column: 1 });
    expect(root.children.map((e) => [e.name, e.line, e.column])).toEqual([
      ['b', 3, 3],
      ['e', 5, 3],
    ]);
    expect({ ...root.children[0].attributes }).toEqual({ c: '1', d: '"' });
    expect(attributeLocation(root.children[0], 'd')).toEqual({ file: 'm.xml', line: 4, column: 6 });
  });

  test('decodes the entities of XML and leaves the rest', () => {
    expect(read('<a b="&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&c;&"/>').attributes['b']).toBe('<>&"\'A😀&c;&');
  });

  test.each([
    ['<a\nb="x & y"/>', 2, /&amp;/],
    ['<a b="<"/>', 1, /&lt;/],
    ['<a>\n<!-- -- --></a>', 2, /--/],
  ])('warns, and refuses in strict mode: %j', (text, line, hint) => {
    const warnings: Diagnostic[] = [];
    read(text, 'compat', (d) => warnings.push(d));
    expect(warnings).toMatchObject([{ code: 'xml-syntax', line, hint: expect.stringMatching(hint) }]);
    expect(() => read(text, 'strict')).toThrow(ModelError);
  });

  test('all errors at once', () => {
    let error: ModelError | undefined;
    try {
      read('<a>\n<b x="1" x="2"/>\n<c>\n<d>\n</c>\n</a>\ntext');
    } catch (e) {
      error = e as ModelError;
    }
    expect(error?.diagnostics.map((d) => d.line)).toEqual([2, 5, 7]);
  });

  test('names of the language are no traps', () => {
    const { attributes } = read('<a __proto__="x" constructor="y"/>');
    expect(Object.keys(attributes)).toEqual(['__proto__', 'constructor']);
  });
});
