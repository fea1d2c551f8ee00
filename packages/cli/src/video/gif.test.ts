import { encodePng } from 'qpos/decompile';
import { describe, expect, test } from 'vitest';
import { compress, encodeGif } from './gif.ts';
import { readPixels } from './png-pixels.ts';

/** Reads what `compress` wrote, by the rules of GIF89a: the decoder grows its dictionary one code behind the encoder. */
function expand(data: Uint8Array): number[] {
  const [clear, end] = [256, 257];
  const out: number[] = [];
  let [bits, at] = [9, 0];
  let table: number[][] = [];
  let before: number[] | undefined;
  const reset = (): void => {
    table = Array.from({ length: 258 }, (_, k) => [k]);
    bits = 9;
    before = undefined;
  };
  for (;;) {
    let code = 0;
    for (let k = 0; k < bits; k++, at++) code |= (((data[at >> 3] ?? 0) >> (at & 7)) & 1) << k;
    if (code === end || at > 8 * data.length) return out;
    if (code === clear) {
      reset();
      continue;
    }
    const run: number[] = table[code] ?? [...(before ?? []), before?.[0] ?? 0];
    out.push(...run);
    if (before !== undefined && table.length < 4096) {
      table.push([...before, run[0] ?? 0]);
      if (table.length === 1 << bits && bits < 12) bits++;
    }
    before = run;
  }
}

describe('gif', () => {
  test.each([1, 2, 300, 5000, 200_000])('%d pixels come back from the dictionary coding', (n) => {
    let seed = 1;
    const noisy = Uint8Array.from({ length: n }, (_, k) => {
      seed = (seed * 48271) % 2147483647;
      return k % 3 === 0 ? seed % 256 : k % 7;
    });
    expect(expand(compress(noisy))).toEqual([...noisy]);
  });

  test('pictures keep their size, number and colours', () => {
    const colours = [
      [200, 40, 40],
      [40, 200, 40],
      [40, 40, 200],
    ];
    const pictures = colours.map((c) =>
      encodePng(
        40,
        30,
        3,
        Uint8Array.from({ length: 3 * 40 * 30 }, (_, k) => c[k % 3] ?? 0),
      ),
    );
    expect([...readPixels(pictures[0] as Uint8Array).rgb.subarray(0, 3)]).toEqual(colours[0]);
    const gif = encodeGif(pictures, 10);
    expect(String.fromCharCode(...gif.subarray(0, 6))).toBe('GIF89a');
    expect([gif[6], gif[8]]).toEqual([40, 30]);
    const table = [...gif.subarray(13, 13 + 9)];
    expect([table.slice(0, 3), table.slice(3, 6), table.slice(6, 9)].sort()).toEqual(colours.toSorted());
    expect(gif.at(-1)).toBe(0x3b);
  });
});
