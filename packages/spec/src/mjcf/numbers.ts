/** Why a token is not a number that MuJoCo would take. */
export type NumberProblem = 'format' | 'range' | 'nan' | 'infinite';

// No pattern can match a run of digits in two ways: a long token that is no number must not be tried in all of them.
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;
const HEX = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?([pP]([+-]?\d+))?$/;
const NAN = /^[+-]?nan(\(\w*\))?$/i;
const INF = /^([+-]?)inf(inity)?$/i;

const MIN_NORMAL_F64 = 2 ** -1022;
const MIN_NORMAL_F32 = 2 ** -126;
const MAX_F64 = Number.MAX_VALUE;
/** Halfway between the largest f32 and the next power of two: rounds to infinity. */
const OVERFLOW_F32 = 2 ** 128 - 2 ** 103;

/** Splits at white space as C's isspace defines it; other spaces of Unicode are part of a token. */
export function tokens(text: string): string[] {
  const found = text.match(/[^ \t\n\v\f\r]+/g);
  return found ?? [];
}

/**
 * Numbers of an attribute into `out`. Returns the first problem and its token, or undefined. NaN and infinity are
 * numbers for the C library; they are reported as problems, and are in `out` so that the caller may let them pass.
 */
export function parseReals(
  text: string,
  single: boolean,
  out: number[],
): { problem: NumberProblem; token: string } | undefined {
  const smallest = single ? MIN_NORMAL_F32 : MIN_NORMAL_F64;
  const largest = single ? OVERFLOW_F32 : MAX_F64;
  let odd: { problem: NumberProblem; token: string } | undefined;
  for (const token of tokens(text)) {
    let value: number;
    if (DECIMAL.test(token)) {
      value = Number(token);
    } else {
      value = parseSpecial(token);
      if (Number.isNaN(value)) {
        if (!NAN.test(token)) return { problem: 'format', token };
        odd ??= { problem: 'nan', token };
      } else if (!Number.isFinite(value) && INF.test(token)) {
        odd ??= { problem: 'infinite', token };
        out.push(value);
        continue;
      }
    }
    const size = Math.abs(value);
    if (size >= largest && (size > MAX_F64 || single)) return { problem: 'range', token };
    if (size < smallest && (size > 0 || (token !== '0' && hasDigits(token)))) return { problem: 'range', token };
    out.push(single ? Math.fround(value) : value);
  }
  return odd;
}

/** Whole numbers of 32 bits, in decimal. */
export function parseInts(text: string, out: number[]): { problem: NumberProblem; token: string } | undefined {
  for (const token of tokens(text)) {
    if (!INTEGER.test(token)) return { problem: 'format', token };
    const value = Number(token);
    if (value < -(2 ** 31) || value >= 2 ** 31) return { problem: 'range', token };
    out.push(value === 0 ? 0 : value);
  }
  return undefined;
}

/** Hexadecimal numbers and infinity; NaN for everything else. */
function parseSpecial(token: string): number {
  const inf = INF.exec(token);
  if (inf !== null) return inf[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const hex = HEX.exec(token);
  if (hex === null) return Number.NaN;
  const [, sign = '', whole = '', fraction = '', , exponent = '0'] = hex;
  if (whole === '' && fraction === '') return Number.NaN;
  const magnitude = Number.parseInt(`${whole}${fraction}`, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

/** A digit other than zero before the exponent: the value was not zero, it became zero. */
const hasDigits = (token: string): boolean => /^[+-]?[0.]*[1-9]/.test(token);

/** Why a text of numbers failed, for people who separate them by something else than spaces. */
export function numberHint(token: string): string | undefined {
  if (/^[^,]*,/.test(token)) return 'numbers are separated by spaces, not commas';
  if (token.includes(';')) return 'numbers are separated by spaces, not semicolons';
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)[a-zA-Z\u00b0%]+$/.test(token)) return 'write the number without a unit';
  return undefined;
}
