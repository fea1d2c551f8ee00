const DIGITS = 6;
const MOST_INT = 2 ** 31 - 1;
const WHOLE = 1e-12;

/** A number with six significant digits, as C prints it with `%g`. */
export function sixDigits(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf';
  if (x === 0) return Object.is(x, -0) ? '-0' : '0';
  const [mantissa = '', power = '0'] = roundToEven(x)
    .toExponential(DIGITS - 1)
    .split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < DIGITS) return trimZeros(roundToEven(x).toFixed(DIGITS - 1 - exponent));
  const magnitude = String(Math.abs(exponent)).padStart(2, '0');
  return `${trimZeros(mantissa)}e${exponent < 0 ? '-' : '+'}${magnitude}`;
}

/** Digits that tell a number halfway between two of six digits from all others. */
const EXACT = 40;
const HALFWAY = new RegExp(`^(-?\\d\\.\\d{${DIGITS - 2}})(\\d)50*e(.*)$`);

/** Of a number exactly halfway between two of six digits, the one whose last digit is even, as in C; JavaScript takes the larger. */
function roundToEven(x: number): number {
  const [, head = '', last = '', power = ''] = HALFWAY.exec(x.toExponential(EXACT)) ?? [];
  return last !== '' && Number(last) % 2 === 0 ? Number(`${head}${last}e${power}`) : x;
}

const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** The same, but whole numbers, and those next to them, have all their digits. */
export function attributeNumber(x: number): string {
  const nearest = Math.round(x);
  if (Math.abs(x) < MOST_INT && Math.abs(x - nearest) < WHOLE) return String(nearest + 0);
  return sixDigits(x);
}
