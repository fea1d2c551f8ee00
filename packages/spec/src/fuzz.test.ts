import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadModel } from './compile/load.ts';
import { ModelError } from './errors.ts';
import { ELEMENTS, row } from './mjcf/schema.ts';
import { writeMjcf } from './mjcf/write.ts';
import { parseModel } from './parse.ts';
import { expandSpec } from './spec/expand.ts';

const SEED = 20240607;
const TIME = 4000; // ms for each property
const LIMITS = { expandedElements: 20_000, reserved: 1e5 };

/** Reads, expands, writes; anything but a ModelError is a fault. */
function read(text: string | Uint8Array): boolean {
  try {
    const spec = parseModel(text, { limits: LIMITS });
    expandSpec(spec, { limits: LIMITS });
    parseModel(writeMjcf(spec), { limits: LIMITS });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError);
    return false;
  }
}

const options = { seed: SEED, interruptAfterTimeLimit: TIME, markInterruptAsFailure: false } as const;

/** Real files in small: each section is there. */
const FILES = [
  `<mujoco model="m"><compiler angle="radian" eulerseq="zyx"/><option timestep="0.01"><flag contact="disable"/></option>
  <default><geom rgba="1 0 0 1"/><default class="a"><joint damping="1"/></default></default>
  <asset><texture name="t" builtin="checker" width="8" height="8"/><material name="m" texture="t"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>
  <worldbody><light pos="0 0 3"/><geom type="plane" size="1 1 1"/><body name="b" pos="0 0 1" childclass="a"><freejoint/><geom size=".1" name="g"/>
  <frame euler="0 0 1"><site name="s"/><body name="c"><joint name="j" range="-1 1"/><geom type="capsule" fromto="0 0 0 0 0 1" size=".1"/></body></frame></body>
  <replicate count="3" offset="1 0 0"><body name="r"><geom size="1"/></body></replicate>
  <composite type="cable" count="4 1 1" curve="s"><geom type="capsule" size=".1"/></composite></worldbody>
  <tendon><fixed name="x"><joint joint="j" coef="1"/></fixed></tendon><equality><weld body1="b" body2="c"/></equality>
  <actuator><motor joint="j"/><position joint="j" kp="3"/></actuator><sensor><jointpos joint="j"/><framepos objtype="body" objname="b"/></sensor>
  <custom><numeric name="n" data="1 2"/></custom><keyframe><key qpos="0 0 1 1 0 0 0 0"/></keyframe></mujoco>`,
  `<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><origin xyz="0 0 1" rpy="0 1 0"/><geometry><box size="1 1 1"/></geometry></collision></link><link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="3"/></joint></robot>`,
];

const SCRAPS = ['<', '>', '"', "'", '/', '=', '&', '<!--', '-->', '<![CDATA[', '<?xml', '<!DOCTYPE', '\0', 'NaN', '1e999',
  '-', ' ', '\n', '999999999', '<replicate count="99">', '<body>', '</body>', '<include file="model.xml"/>', '\ud800']; // biome-ignore format: a list

const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(30),
    scrap: fc.constantFrom(...SCRAPS, ''),
  }),
  { maxLength: 6 },
);

/** Pieces removed and inserted. */
function mutate(file: string, changes: readonly { at: number; cut: number; scrap: string }[]): string {
  let text = file;
  for (const { at, cut, scrap } of changes) {
    const i = Math.floor(at * text.length);
    text = text.slice(0, i) + scrap + text.slice(i + cut);
  }
  return text;
}

/** One number of a text replaced: what the reader lets pass, the compiler must bear. */
const numbers = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.constantFrom('0', '-1', '1e-300', '1e300', 'nan', 'inf', '0.5', '7', '100', '1 0 0', ''),
  }),
  { minLength: 1, maxLength: 3 },
);

function replaceNumbers(file: string, changes: readonly { at: number; value: string }[]): string {
  let text = file;
  for (const { at, value } of changes) {
    const found = [...text.matchAll(/(?<=[" ])-?\d*\.?\d+(?=[" ])/g)];
    const match = found[Math.floor(at * (found.length - 1))];
    if (match !== undefined) text = text.slice(0, match.index) + value + text.slice(match.index + match[0].length);
  }
  return text;
}

const root = path.resolve(import.meta.dirname, '../../..');
/** Whole models of this repository that need no other file. */
const MODELS = ['models', 'conformance/models']
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((f) => f.endsWith('.xml'))
      .sort()
      .map((f) => fs.readFileSync(path.join(root, folder, f), 'utf8')),
  )
  .filter((text) => text.length < 10_000 && !/file=/.test(text));

/** Reads and compiles; anything but a ModelError is a fault. */
function load(text: string): boolean {
  try {
    loadModel(text, { limits: LIMITS });
    return true;
  } catch (error) {
    expect(error, text).toBeInstanceOf(ModelError);
    return false;
  }
}

/** Tries random changes of files; returns how many results were accepted. */
function countGood<T>(
  files: readonly string[],
  changes: fc.Arbitrary<T>,
  numRuns: number,
  attempt: (file: string, changes: T) => boolean,
): number {
  let good = 0;
  const property = fc.property(fc.constantFrom(...files), changes, (file, change) => {
    if (attempt(file, change)) good++;
  });
  fc.assert(property, { ...options, numRuns });
  return good;
}

describe('fuzz', () => {
  test('real files with pieces removed, repeated and inserted', () => {
    expect(countGood(FILES, edits, 3000, (file, changes) => read(mutate(file, changes)))).toBeGreaterThan(10);
  });

  test('models of this repository with edits, through the compiler', () => {
    countGood(MODELS, edits, 1000, (file, changes) => load(mutate(file, changes)));
  });

  test('models of this repository with other numbers, through the compiler', () => {
    expect(countGood(MODELS, numbers, 1000, (file, changes) => load(replaceNumbers(file, changes)))).toBeGreaterThan(
      10,
    );
  });

  test('random trees of known elements with random attributes', () => {
    const tags = Object.keys(ELEMENTS).map((k) => k.replace(/[A-Z].*/, ''));
    const value = fc.oneof(
      fc.constantFrom('', '1', '-1', '0 0 0', '1 0 0 0', 'true', 'auto', 'box', 'a', 'main', '1e308', 'inf', '0,1'),
      fc.string({ maxLength: 8 }),
      fc.integer().map(String),
    );
    const harmless = (s: string): string => s.replace(/[&<"]/g, '_');
    const attribute = fc
      .constantFrom(...tags)
      .chain((tag) => fc.constantFrom('name', ...Object.keys(tag in ELEMENTS ? row(tag).attributes : {})));
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc
        .tuple(
          fc.constantFrom(...tags),
          fc.uniqueArray(fc.tuple(attribute, value), { maxLength: 3, selector: ([k]) => k }),
          fc.oneof(
            { maxDepth: 4, depthIdentifier: 'tree' },
            fc.constant<string[]>([]),
            fc.array(tie('tree'), { maxLength: 3 }),
          ),
        )
        .map(
          ([tag, attributes, children]) =>
            `<${tag}${attributes.map(([k, v]) => ` ${k}="${harmless(v)}"`).join('')}>${children.join('')}</${tag}>`,
        ),
    }));
    fc.assert(
      fc.property(
        fc.constantFrom('worldbody', 'asset', 'default', 'sensor', 'actuator', 'tendon'),
        fc.array(tree, { maxLength: 4 }),
        (section, inner) => {
          read(`<mujoco><${section}>${inner.join('')}</${section}></mujoco>`);
        },
      ),
      { ...options, numRuns: 2000 },
    );
  });

  test('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(bytes)),
      { ...options, numRuns: 2000 },
    );
  });
});
