import { describe, expect, test } from 'vitest';
import type { Spec } from '../spec/types.ts';
import { float } from './attributes.ts';
import type { ElementRow } from './element-row.ts';
import { parseMjcf } from './parse.ts';
import { row } from './schema.ts';
import { formatNumber, writeMjcf } from './write.ts';

/** What a Spec says, without where it was written. */
const content = (spec: Spec): unknown =>
  JSON.parse(
    JSON.stringify(spec, (key, value) =>
      key === 'source' || key === 'files' || value === undefined ? undefined : value,
    ),
  );

const roundTrip = (text: string, files = {}): void => {
  const spec = parseMjcf(text, { files });
  const again = parseMjcf(writeMjcf(spec), { files });
  expect(content(again)).toEqual(content(spec));
};

/** A value for every type of attribute. */
function sample(key: string, a: ElementRow['attributes'][string]): string {
  if (key === 'eulerseq') return 'zyx';
  if (key === 'memory') return '10M';
  if (key === 'gridlayout') return '.';
  if (key === 'curve') return 's 0 0';
  if (key === 'coordinate') return 'local';
  if (key === 'objtype' || key === 'reftype') return 'site';
  if (a.type === 'keyword')
    return String(key === 'type' && a.keywords?.includes('cable') ? 'cable' : a.keywords?.at(-1));
  if (a.type === 'flags') return String(a.keywords?.at(-1));
  if (a.type === 'int') return Array.from({ length: Math.max(1, a.min) }, () => 4).join(' ');
  if (a.type === 'real') return Array.from({ length: Math.min(a.max, 9) }, (_, i) => i + 0.1).join(' ');
  if (a.type === 'float') return Array.from({ length: Math.min(a.max, 9) }, (_, i) => i + 0.1).join(' ');
  return a.type === 'ref' && a.namespace === 'default' ? 'main' : `a<b>&"c'`;
}

describe('every attribute of every element survives', () => {
  const sections: [string, string][] = [
    ['default', 'geom'], ['default', 'joint'], ['default', 'site'], ['default', 'camera'], ['default', 'light'],
    ['default', 'mesh'], ['default', 'material'], ['default', 'pair'], ['default', 'equality'], ['default', 'tendon'],
    ...Object.keys(row('actuator').children).map((tag): [string, string] => ['actuator', tag]),
    ...Object.keys(row('sensor').children).map((tag): [string, string] => ['sensor', tag]),
    ...Object.keys(row('equality').children).map((tag): [string, string] => ['equality', tag]),
    ...Object.keys(row('tendon').children).map((tag): [string, string] => ['tendon', tag]),
    ...['mesh', 'hfield', 'texture', 'material', 'skin'].map((tag): [string, string] => ['asset', tag]),
    ...['global', 'quality', 'headlight', 'map', 'scale', 'rgba'].map((tag): [string, string] => ['visual', tag]),
    ...['body', 'frame', 'geom', 'site', 'camera', 'light'].map((tag): [string, string] => ['worldbody', tag]),
    ['compiler', 'lengthrange'], ['option', 'flag'], ['custom', 'numeric'], ['custom', 'text'], ['keyframe', 'key'],
    ['contact', 'pair'], ['contact', 'exclude'], ['deformable', 'flex'],
  ]; // biome-ignore format: a table
  test.each(sections)('%s/%s', (section, tag) => {
    const child = row(section).children[tag];
    const attributes = row(child?.row ?? tag).attributes;
    for (const [key, a] of Object.entries(attributes)) {
      if (section === 'default' && (a.nodefault || key === 'name' || key === 'class')) continue;
      const required = Object.entries(attributes).filter(([k, b]) => b.required && k !== key);
      const text = [[key, a] as const, ...required]
        .map(([k, b]) => `${k}="${sample(k, b).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')}"`)
        .join(' ');
      const xml = `<mujoco><${section}><${tag} ${text}/></${section}></mujoco>`;
      try {
        roundTrip(xml);
      } catch (e) {
        // a value alone may break a rule between attributes; then it is refused, not lost
        const refused =
          /only one of|must be given together|is required|needs|must |refsite|more than one|is given|option 'extensions'/;
        expect(String(e), xml).toMatch(refused);
      }
    }
  });
});

describe('writeMjcf', () => {
  test('settings, nested classes in order, composites, tendons, plugins', () => {
    roundTrip(`<mujoco model="m"><compiler assetdir="x" angle="radian"><lengthrange mode="all"/></compiler>
      <option timestep="0.1"><flag gravity="disable"/></option><size nkey="3"/><statistic extent="2"/>
      <visual><map znear="0.5"/></visual>
      <default><geom density="1"/><default class="a"><motor gear="2"/><position kp="3"/><default class="b"/></default></default>
      <default><joint damping="1"/></default>
      <worldbody><replicate count="2" offset="1 0 0"><body name="b"><freejoint/><geom size="1"/></body></replicate>
      <composite type="cable" count="5 1 1" curve="s"><joint kind="main" damping="1"/><geom type="capsule" size="0.1"/></composite>
      </worldbody>
      <tendon><spatial name="t"><site site="s1"/><geom geom="g" sidesite="q"/><pulley divisor="2"/></spatial><fixed name="u"><joint joint="j" coef="2"/></fixed></tendon>
      <custom><tuple name="tu"><element objtype="body" objname="b" prm="1"/></tuple></custom></mujoco>`);
  });

  test('a file of an attached model', () => {
    roundTrip(
      '<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody><attach model="c" body="b" prefix="p"/></worldbody></mujoco>',
      {
        'c.xml': '<mujoco><worldbody><body name="b"/></worldbody></mujoco>',
      },
    );
  });

  test('a million numbers and ten thousand levels', () => {
    const numbers = Array.from({ length: 3e5 }, (_, i) => i / 7).join(' ');
    roundTrip(`<mujoco><asset><mesh name="m" vertex="${numbers}"/></asset></mujoco>`);
  });
});

describe('formatNumber', () => {
  test('the shortest text for 32 bits', () => {
    expect(formatNumber(float, Math.fround(0.1))).toBe('0.1');
    for (const v of [1 / 3, 1e-30, 123456.789, 0.30000001192092896, 3.4e38]) {
      expect(Math.fround(Number(formatNumber(float, Math.fround(v))))).toBe(Math.fround(v));
    }
  });
});
