// Prints the constants of src/math/trig.ts: π/2 and ln 2 cut in pieces, and the binary digits of 2/π.
//   node packages/core/scripts/trig-constants.mjs
const BITS = 2400n;
const ONE = 1n << BITS;

/** Σ sign^k / ((2k+1)·n^(2k+1)): atan(1/n) for sign = -1, atanh(1/n) for sign = 1, in units of 2^-BITS. */
function inverseTangent(n, sign) {
  let power = ONE / n,
    sum = 0n,
    k = 0n;
  while (power !== 0n) {
    sum += (sign < 0 && k % 2n === 1n ? -1n : 1n) * (power / (2n * k + 1n));
    power /= n * n;
    k++;
  }
  return sum;
}

const pi = 16n * inverseTangent(5n, -1) - 4n * inverseTangent(239n, -1); // Machin
const ln2 = 2n * inverseTangent(3n, 1);

/** The number v·2^-BITS cut to `bits` significant bits; returns [f64, rest]. */
function cut(v, bits) {
  const length = BigInt(v.toString(2).replace('-', '').length);
  const drop = length - BigInt(bits);
  const head = bits === 53 ? (v + (1n << (drop - 1n))) >> drop : v >> drop;
  return [Number(head) * 2 ** Number(drop - BITS), v - (head << drop)];
}

function pieces(name, v, widths) {
  let rest = v;
  for (let i = 0; i < widths.length; i++) {
    const [piece, left] = cut(rest, widths[i]);
    console.log(`const ${name}${widths.length > 1 ? i + 1 : ''}: f64 = ${piece};`);
    rest = left;
  }
}

pieces('HALF_PI_', pi / 2n, [33, 33, 33, 53]);
pieces('HALF_PI_DD_', pi / 2n, [53, 53]);
pieces('LN2_', ln2, [40, 53]);
pieces('LN2_DD_', ln2, [53, 53]);
pieces('LN2_64_', ln2 / 64n, [35, 35, 53]);
const digits = ((ONE << 1n) * ONE) / pi;
for (let k = 0; k < 60; k++)
  console.log(
    `  chunk[${k}] = 0x${((digits >> (BITS - 24n * BigInt(k + 1))) & 0xffffffn).toString(16).padStart(6, '0')};`,
  );
