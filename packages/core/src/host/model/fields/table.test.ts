import { describe, expect, test } from 'vitest';
import { fieldTable, scalarTable, sizeTable } from './table.ts';

describe('tables', () => {
  test('arrays: width as a number or a size, an enumeration, a rule', () => {
    const rows = fieldTable(`
      cam_mode        i32 CamLightMode  ncam  1          how it follows bodies
      cam_resolution  i32               ncam  2          pixels: width, height {>=0}
      key_mpos        f64               nkey  nmocap*3   positions of mocap bodies
    `);
    expect(rows).toEqual([
      ['cam_mode', 'i32 CamLightMode', 'ncam', 1, 'how it follows bodies', undefined],
      ['cam_resolution', 'i32', 'ncam', 2, 'pixels: width, height', '>=0'],
      ['key_mpos', 'f64', 'nkey', 'nmocap*3', 'positions of mocap bodies', undefined],
    ]);
  });

  test('numbers and sizes', () => {
    expect(scalarTable('opt_tolerance f64 1e-8 stops below')).toEqual([
      ['opt_tolerance', 'f64', 1e-8, 'stops below', undefined],
    ]);
    expect(sizeTable('nbody bodies {>=1}')).toEqual([['nbody', 'bodies', '>=1']]);
  });

  test.each(['cam_pos f16 ncam 3 position', 'cam_pos f64 ncam position', 'cam_pos f64 ncam 3', '', 'a b'])(
    'refuses "%s"',
    (line) => expect(() => fieldTable(line)).toThrow('not a row of this table'),
  );
});
