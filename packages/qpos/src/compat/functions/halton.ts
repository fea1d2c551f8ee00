/** Element `index` of the Halton sequence of a base: its digits mirrored at the point. */
export function halton(index: number, base: number): number {
  let result = 0;
  let place = 1 / base;
  for (let n = index; n > 0; n = Math.floor(n / base)) {
    result += (n % base) * place;
    place /= base;
  }
  return result;
}
