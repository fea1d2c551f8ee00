import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { decodeNpy, decodeNpz, encodeNpy, encodeNpz } from './npz.ts';

/** A .npy file as NumPy writes it. */
function npy(header: string, body: ArrayBufferView): Uint8Array {
  const padded = `${header.padEnd(118 - 1)}\n`;
  const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  return Uint8Array.from([...strToU8('\x93NUMPY\x01\x00', true), 118, 0, ...strToU8(padded, true), ...bytes]);
}

describe('npz', () => {
  test('arrays and text come back as they went in', () => {
    const data = Float64Array.from([1, -0, 0.1, 1e300, NaN, -Infinity]);
    const back = decodeNpz(encodeNpz({ a: { shape: [2, 3], data }, t: { shape: [], data: 'ä {"x": 1} 🤖' } }), 'x.npz');
    expect(back['a']?.shape).toEqual([2, 3]);
    expect(back['a']?.data).toEqual(data);
    expect(back['t']?.data).toBe('ä {"x": 1} 🤖');
  });

  test('the header is the one of NumPy: version 1, data at a multiple of 64', () => {
    const bytes = encodeNpy({ shape: [3], data: new Float64Array(3) });
    const length = (bytes[8] as number) + 256 * (bytes[9] as number);
    expect((10 + length) % 64).toBe(0);
    expect(Buffer.from(bytes.subarray(10, 10 + length)).toString()).toMatch(
      /^\{'descr': '<f8', 'fortran_order': False, 'shape': \(3,\), \} *\n$/,
    );
  });

  test.each([
    ['<f4', Float32Array.from([1.5, -2])],
    ['<i4', Int32Array.from([3, -4])],
    ['<i8', BigInt64Array.from([5n, -6n])],
    ['|u1', Uint8Array.from([7, 200])],
  ])('reads %s', (descr, body) => {
    const file = npy(`{'descr': '${descr}', 'fortran_order': False, 'shape': (2,), }`, body);
    expect(Array.from(decodeNpy(file, 'a').data as Float64Array)).toEqual(Array.from(body, Number));
  });

  test('reads Fortran order', () => {
    const file = npy(
      `{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }`,
      Float64Array.from([1, 4, 2, 5, 3, 6]),
    );
    expect(Array.from(decodeNpy(file, 'a').data as Float64Array)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('refuses what it cannot read', () => {
    expect(() => decodeNpz(strToU8('not a zip'), 'x.npz')).toThrow(/'x.npz' is not an .npz file/);
    expect(() => decodeNpz(zipSync({ 'a.npy': strToU8('short') }), 'x.npz')).toThrow(/not a NumPy array/);
    const cut = npy(`{'descr': '<f8', 'fortran_order': False, 'shape': (9,), }`, new Float64Array(2));
    expect(() => decodeNpy(cut, 'a')).toThrow(/cut short/);
    const objects = npy(`{'descr': '|O', 'fortran_order': False, 'shape': (1,), }`, new Float64Array(1));
    expect(() => decodeNpy(objects, 'a')).toThrow(/type \|O/);
    const huge = npy(
      `{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 99999999999), }`,
      new Float64Array(1),
    );
    expect(() => decodeNpy(huge, 'a')).toThrow(/bad shape/);
  });
});
