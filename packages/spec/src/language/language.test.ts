import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ELEMENTS } from '../mjcf/schema.ts';
import { parseModel } from '../parse.ts';
import { ATTRIBUTE_TEXT, SHARED_TEXT } from './documentation/attributes.ts';
import { ELEMENT_TEXT } from './documentation/elements.ts';
import { attributeText, elementText } from './documentation/index.ts';
import { URDF_TEXT } from './documentation/urdf.ts';
import { ModelLanguage } from './model-language.ts';
import { URDF_ROWS, urdfRow } from './urdf-schema.ts';

const languageOf = (files: Readonly<Record<string, string>>): ModelLanguage =>
  new ModelLanguage({ read: (p) => (Object.hasOwn(files, p) ? files[p] : undefined), list: () => Object.keys(files) });

/** A text with `|` where the cursor is. */
function at(marked: string, others: Readonly<Record<string, string>> = {}) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { language: languageOf({ 'm.xml': text, ...others }), offset, text };
}

const completions = (marked: string, others?: Readonly<Record<string, string>>) => {
  const { language, offset } = at(marked, others);
  return language.complete('m.xml', offset);
};
const labels = (marked: string, others?: Readonly<Record<string, string>>): string[] =>
  completions(marked, others).map((c) => c.label);

const inWorld = (text: string): string => `<mujoco><worldbody>${text}</worldbody></mujoco>`;

describe('the documentation', () => {
  test('has a sentence for every element and attribute, and for nothing else', () => {
    const missing: string[] = [];
    for (const [name, make] of Object.entries(ELEMENTS)) {
      if (elementText('mjcf', name) === undefined) missing.push(name);
      for (const key of Object.keys(make().attributes))
        if (attributeText('mjcf', name, key) === undefined) missing.push(`${name}.${key}`);
    }
    for (const name of URDF_ROWS)
      for (const key of ['', ...Object.keys(urdfRow(name)?.attributes ?? {})])
        if (URDF_TEXT[name]?.[key] === undefined) missing.push(`urdf ${name}.${key}`);
    expect(missing).toEqual([]);

    const rows = (name: string): object =>
      name === 'include' ? { file: '' } : (ELEMENTS[name as never] as () => { attributes: object })().attributes;
    const stale = [
      ...Object.keys(ELEMENT_TEXT).filter((name) => name !== 'include' && !(name in ELEMENTS)),
      ...Object.entries(ATTRIBUTE_TEXT).flatMap(([name, texts]) =>
        Object.keys(texts).filter((key) => !(key in rows(name))),
      ),
      ...Object.keys(SHARED_TEXT).filter((key) => !Object.keys(ELEMENTS).some((name) => key in rows(name))),
      ...Object.keys(URDF_TEXT).filter((name) => !URDF_ROWS.includes(name)),
    ];
    expect(stale).toEqual([]);
  });

  test('is made of sentences', () => {
    const all = [ELEMENT_TEXT, SHARED_TEXT, ...Object.values(ATTRIBUTE_TEXT), ...Object.values(URDF_TEXT)].flatMap(
      (t) => Object.values(t),
    );
    expect(all.filter((text) => !/^[A-Z`a-z].*[.]$/.test(text) || text.length > 140)).toEqual([]);
  });
});

describe('completion', () => {
  test('elements that may stand here, by tag or between tags', () => {
    expect(labels(inWorld('<|'))).toEqual(expect.arrayContaining(['body', 'geom', 'light', 'include']));
    expect(labels(inWorld('<ge|'))).toContain('geom');
    expect(labels('<mujoco>|</mujoco>')).toContain('worldbody');
    expect(labels('<mujoco><|</mujoco>')).not.toContain('geom');
    expect(labels('|')).toEqual(['mujoco', 'robot']);
    expect(labels('<mujoco><!-- <| --></mujoco>')).toEqual([]);
  });

  test('an element that may appear once is not offered again', () => {
    expect(labels('<mujoco><option><|</option></mujoco>')).toContain('flag');
    expect(labels('<mujoco><option><flag/><|</option></mujoco>')).not.toContain('flag');
  });

  test('comes with required attributes and is closed', () => {
    const find = (marked: string, label: string) =>
      completions(marked)
        .find((c) => c.label === label)
        ?.snippet.replace(/\$\{(\d)\}/g, '[$1]');
    expect(find(inWorld('<|'), 'body')).toBe('body name="[1]">\n\t[2]\n</body>');
    expect(find(inWorld('<|'), 'geom')).toBe('geom [1]/>');
    expect(find(inWorld('<body><|</body>'), 'inertial')).toBe('inertial pos="[1]" mass="[2]"/>');
    expect(find(inWorld('|'), 'light')).toBe('<light [1]/>');
    expect(find(inWorld('<ge| size="1"/>'), 'geom')).toBe('geom');
    expect(find('<mujoco><worldbody></|', 'worldbody')).toBe('worldbody');
  });

  test('attributes that are not there yet, required ones marked', () => {
    expect(labels(inWorld('<geom size="1" |/>'))).toContain('type');
    expect(labels(inWorld('<geom size="1" |/>'))).not.toContain('size');
    expect(
      completions(inWorld('<body><inertial |/></body>'))
        .filter((c) => c.isRequired)
        .map((c) => c.label),
    ).toEqual(['pos', 'mass']);
    expect(completions(inWorld('<geom ty|="box"/>')).find((c) => c.label === 'type')?.snippet).toBe('type');
    expect(labels('<mujoco><default><geom |/></default></mujoco>')).not.toContain('name');
  });

  test('keywords and flags', () => {
    expect(labels(inWorld('<geom type="|"/>'))).toContain('capsule');
    expect(labels(inWorld('<geom type="|/></worldbody>'))).toContain('capsule');
    const [first] = completions('<mujoco><sensor><contact data="found fo|"/></sensor></mujoco>').filter(
      (c) => c.label === 'force',
    );
    expect(first).toMatchObject({ kind: 'keyword', from: 37, to: 39 });
  });

  test('names and classes, also of included files and typed references', () => {
    const model = (inner: string) =>
      `<mujoco><include file="parts.xml"/><worldbody><body name="base"><joint name="hip"/><site name="tip"/></body></worldbody>${inner}</mujoco>`;
    const others = {
      'parts.xml':
        '<mujocoinclude><default><default class="red"/></default><worldbody><body name="other"><joint name="knee"/></body></worldbody></mujocoinclude>',
    };
    expect(labels(model('<actuator><motor joint="|"/></actuator>'), others).sort()).toEqual(['hip', 'knee']);
    expect(labels(model('<worldbody><geom class="|"/></worldbody>'), others)).toEqual(['main', 'red']);
    expect(labels(model('<sensor><framepos objtype="site" objname="|"/></sensor>'), others)).toEqual(['tip']);
    const { text } = at(model('<actuator><motor joint="x"/></actuator>'));
    const inParts = languageOf({
      'm.xml': text,
      'parts.xml': '<mujocoinclude><equality><joint joint1=""/></equality></mujocoinclude>',
    });
    expect(inParts.complete('parts.xml', 40).map((c) => c.label)).toEqual(['hip']);
  });

  test('files, in the folder that the compiler settings name', () => {
    const others = { 'meshes/a.stl': '', 'meshes/in/b.obj': '', 'c.png': '', 'd.xml': '' };
    const model = (asset: string) => `<mujoco><compiler meshdir="meshes"/><asset>${asset}</asset></mujoco>`;
    expect(labels(model('<mesh file="|"/>'), others)).toEqual(['a.stl', 'in/b.obj']);
    expect(labels(model('<texture file="|"/>'), others)).toEqual(['c.png']);
    expect(labels('<mujoco><include file="|"/></mujoco>', others)).toEqual(['d.xml']);
  });

  test('URDF', () => {
    const robot = (inner: string) => `<robot name="r"><link name="a"/><link name="b"/>${inner}</robot>`;
    expect(labels(robot('<|'))).toEqual(['link', 'joint', 'material', 'mujoco']);
    expect(labels(robot('<joint type="|"/>'))).toContain('revolute');
    expect(labels(robot('<joint><parent link="|"/></joint>')).sort()).toEqual(['a', 'b', 'world']);
    expect(labels(robot('<mujoco><compiler |/></mujoco>'))).toContain('meshdir');
  });
});

describe('hover', () => {
  const hover = (marked: string) => {
    const { language, offset } = at(marked);
    return language.hover('m.xml', offset);
  };
  test('elements, attributes, values and names', () => {
    expect(hover(inWorld('<ge|om/>'))).toMatchObject({ title: '<geom>', text: expect.stringContaining('shape') });
    expect(hover(inWorld('<geom si|ze="1"/>'))?.title).toBe('size: 1 to 3 numbers');
    expect(hover(inWorld('<geom type="b|ox"/>'))?.title).toMatch(/^type: plane, hfield/);
    expect(hover(inWorld('<geom foo|="1"/>'))).toBeUndefined();
    const named =
      '<mujoco>\n<worldbody><body><joint name="j" axis="0 1 0"/></body></worldbody><actuator><motor joint="|j"/></actuator></mujoco>';
    expect(hover(named)).toMatchObject({ title: '<joint name="j" axis="0 1 0"/>', text: 'm.xml:2' });
  });
});

describe('names', () => {
  const files = {
    'main.xml':
      '<mujoco><include file="arm.xml"/><actuator><motor name="j" joint="j"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>',
    'arm.xml': '<mujocoinclude><worldbody><body name="b"><joint name="j"/></body></worldbody></mujocoinclude>',
    'stranger.xml': '<mujoco><worldbody><body><joint name="j"/></body></worldbody></mujoco>',
  };
  const language = languageOf(files);
  const offset = files['main.xml'].indexOf('joint="j"') + 7;

  test('definition and references, in all files of the model and in no other', () => {
    const [definition, ...more] = language.definitions('main.xml', offset);
    expect(more).toEqual([]);
    expect(definition).toMatchObject({ file: 'arm.xml', from: files['arm.xml'].indexOf('"j"') + 1 });
    expect(
      language
        .references('arm.xml', definition.from)
        .map((r) => r.file)
        .sort(),
    ).toEqual(['arm.xml', 'main.xml', 'main.xml']);
  });

  test('a file', () => {
    const at = files['main.xml'].indexOf('arm.xml');
    expect(language.definitions('main.xml', at)).toEqual([{ file: 'arm.xml', from: 0, to: 0 }]);
    expect(language.references('main.xml', at)).toHaveLength(1);
  });

  test('rename', () => {
    const edited: Record<string, string> = { ...files };
    const edits = language.rename('main.xml', offset, 'a&b').toSorted((a, b) => b.from - a.from);
    for (const e of edits) edited[e.file] = edited[e.file].slice(0, e.from) + e.text + edited[e.file].slice(e.to);
    expect(edited['main.xml']).toContain('<motor name="j" joint="a&amp;b"/>');
    expect(edited['arm.xml']).toContain('<joint name="a&amp;b"/>');
    expect(edited['stranger.xml']).toBe(files['stranger.xml']);
    expect(() => parseModel(edited['main.xml'], { file: 'main.xml', files: edited })).not.toThrow();
    expect(() => language.rename('main.xml', offset, ' ')).toThrow(/one line/);
    expect(() => language.rename('arm.xml', files['arm.xml'].indexOf('"b"') + 1, 'world')).not.toThrow();
    expect(() => language.rename('main.xml', 0, 'x')).toThrow(/no name here/);
  });

  test('a name that is taken is refused', () => {
    const { language: other, offset: cursor } = at(inWorld('<body name="|a"/><body name="b"/>'));
    expect(() => other.rename('m.xml', cursor, 'b')).toThrow(/already exists/);
  });

  test('the main model of a file', () => {
    expect(language.mainsOf('arm.xml')).toEqual(['main.xml']);
    expect(language.mainsOf('stranger.xml')).toEqual(['stranger.xml']);
  });
});

describe('layout', () => {
  const models = path.resolve(import.meta.dirname, '../../../../models');
  const sources = fs.readdirSync(models).filter((f) => f.endsWith('.xml'));

  /** Everything of a Spec but where it was written. */
  const plainSpec = (text: string, file: string): string => {
    const read = (p: string) =>
      fs.existsSync(path.join(models, p)) ? fs.readFileSync(path.join(models, p)) : undefined;
    return JSON.stringify(parseModel(text, { file, files: read }), (key, value) =>
      key === 'source' || key === 'files' ? undefined : value,
    );
  };

  test.each(sources)('%s means the same, and laying it out again changes nothing', (file) => {
    const text = fs.readFileSync(path.join(models, file), 'utf8');
    const once = languageOf({ [file]: text }).format(file);
    expect(plainSpec(once, file)).toBe(plainSpec(text, file));
    expect(languageOf({ [file]: once }).format(file)).toBe(once);
  });

  test('comments, blank lines and long tags', () => {
    const long = Array.from({ length: 12 }, (_, k) => `attribute${k}="some value"`).join(' ');
    const text = `<?xml version="1.0"?><a><!-- one -->\n\n\n<b   c='1'\n d = "2" ></b> <!-- two -->\n<e ${long}/></a>`;
    expect(languageOf({ 'm.xml': text }).format('m.xml')).toBe(
      `<?xml version="1.0"?>\n<a> <!-- one -->\n\n  <b c='1' d="2"/> <!-- two -->\n  <e attribute0="some value" attribute1="some value" attribute2="some value" attribute3="some value"\n     attribute4="some value" attribute5="some value" attribute6="some value" attribute7="some value"\n     attribute8="some value" attribute9="some value" attribute10="some value" attribute11="some value"/>\n</a>\n`,
    );
  });
});

describe('any text', () => {
  test('is looked at everywhere without an exception', () => {
    const whole =
      '<mujoco model="a"><worldbody><body name="b"><geom type="box" size="1 2 3"/></body></worldbody></mujoco>';
    for (let cut = 0; cut <= whole.length; cut++) {
      const language = languageOf({ 'm.xml': whole.slice(0, cut) });
      for (let k = 0; k <= cut; k += 7) {
        language.complete('m.xml', k);
        language.hover('m.xml', k);
        language.references('m.xml', k);
      }
      language.format('m.xml');
      language.outline('m.xml');
    }
  });

  test('outline and places of problems', () => {
    const text = inWorld('<body name="b"><geom/></body>');
    const [root] = languageOf({ 'm.xml': text }).outline('m.xml');
    expect(root.children[0].children[0].label).toBe('body b');
    const language = languageOf({ 'm.xml': '<mujoco>\n  <foo bar="x"/>\n</mujoco>' });
    const slice = (line: number, column: number) => {
      const { from, to } = language.problemSpan('m.xml', line, column);
      return '<mujoco>\n  <foo bar="x"/>\n</mujoco>'.slice(from, to);
    };
    expect(slice(2, 3)).toBe('foo');
    expect(slice(2, 8)).toBe('bar="x');
    expect(() => language.problemSpan('m.xml', 0, 1)).toThrow(/count from 1/);
  });

  test('wrong arguments are refused', () => {
    expect(() => new ModelLanguage({} as never)).toThrow(/read and list/);
    expect(() => languageOf({}).complete('x.xml', 0)).toThrow(/no file 'x.xml'/);
    expect(() => languageOf({ a: '' }).hover('a', -1)).toThrow(/whole number/);
  });
});
