/** Wrong values inside of right arguments: none may be taken without a word. */
import { loadModel, makeModel, openArchive, QposError, restoreModel } from 'qpos';
import { describe, expect, test } from 'vitest';

const model = loadModel('<mujoco/>');
const hfield = (elevation: string): string =>
  `<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 .1" elevation="${elevation}"/></asset>
   <worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>`;
const heights = (value: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(8 + 16));
  bytes.setInt32(0, 2, true);
  bytes.setInt32(4, 2, true);
  for (let k = 0; k < 4; k++) bytes.setFloat32(8 + 4 * k, k === 2 ? value : k, true);
  return new Uint8Array(bytes.buffer);
};
const ofFile = '<mujoco><asset><hfield name="h" file="h.bin" size="1 1 1 .1"/></asset></mujoco>';

const WRONG: readonly [what: string, call: () => unknown][] = [
  [
    'callbacks that are a number',
    () => {
      model.callbacks = 5 as never;
    },
  ],
  [
    'a callback that is no function',
    () => {
      model.callbacks = { control: 5 } as never;
    },
  ],
  ['a size that there is not', () => makeModel({ foo: 5 } as never)],
  ['a size that is a fraction', () => makeModel({ nbody: 1.5 })],
  ['files that are null', () => loadModel('<mujoco/>', { files: null as never })],
  ['files that are a number', () => loadModel('<mujoco/>', { files: 5 as never })],
  ['a limit that there is not', () => loadModel('<mujoco/>', { limits: { elephants: 5 } as never })],
  ['limits that are text', () => loadModel('<mujoco/>', { limits: { elements: 'many' as never } })],
  ['a mode that there is not', () => loadModel('<mujoco/>', { mode: 'lax' as never })],
  ['an elevation that is NaN', () => loadModel(hfield('0 1 nan 1'), { mode: 'strict' })],
  [
    'NaN in the file of a height field',
    () => loadModel(ofFile, { mode: 'strict', files: { 'h.bin': heights(Number.NaN) } }),
  ],
  [
    'text that is not UTF-8',
    () => loadModel(Uint8Array.of(...new TextEncoder().encode('<mujoco model="'), 0xc3, 0x28)),
  ],
  ['a binary model that is a text', () => restoreModel('QPOS' as never)],
  ['an archive that is null', () => openArchive(null as never)],
];

describe('is refused with a typed error', () => {
  test.each(WRONG)('%s', (_, call) => {
    expect(call).toThrow(QposError);
  });

  test('NaN in a height field is a warning where MuJoCo takes it', () => {
    const codes: string[] = [];
    loadModel(hfield('0 1 nan 1'), { onWarning: ({ code }) => codes.push(code) });
    loadModel(ofFile, {
      files: { 'h.bin': heights(Number.NaN) },
      onWarning: ({ code }) => codes.push(code),
    });
    expect(codes).toEqual(['bad-number', 'bad-number']);
  });

  test('a limit that is undefined is the default', () => {
    const many = `<mujoco>${'<custom/>'.repeat(10)}</mujoco>`;
    expect(() => loadModel(many, { limits: { elements: 5 } })).toThrow(/elements/);
    expect(() => loadModel(many, { limits: { elements: undefined as never } })).not.toThrow();
  });

  test('and the model works on', () => {
    expect(model.callbacks).toEqual({});
    expect(() => loadModel(ofFile, { files: { 'h.bin': heights(2) } })).not.toThrow();
  });
});
