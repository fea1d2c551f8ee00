/** Factors of dense matrices, stored by rows, and solutions with them. */

/**
 * The lower Cholesky factor of a symmetric matrix; `l` may be `a`. What is above the diagonal is not touched.
 *
 * @returns Whether the matrix is positive definite.
 */
export function factorCholesky(l: Float64Array, a: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let s = a[i * n + j];
      for (let k = 0; k < j; k++) s -= l[i * n + k] * l[j * n + k];
      if (j < i) l[i * n + j] = s / l[j * n + j];
      else if (s > 0) l[i * n + i] = Math.sqrt(s);
      else return false;
    }
  return true;
}

/** Solves l·lᵀ·x = x in place, for x with several columns (n × columns). */
export function solveCholesky(x: Float64Array, l: Float64Array, n: number, columns = 1): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtractRow(x, i, k, l[i * n + k], columns);
    scaleRow(x, i, 1 / l[i * n + i], columns);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtractRow(x, i, k, l[k * n + i], columns);
    scaleRow(x, i, 1 / l[i * n + i], columns);
  }
}

/** Row i of x -= s · row k. */
function subtractRow(x: Float64Array, i: number, k: number, s: number, columns: number): void {
  if (s === 0) return;
  for (let c = 0; c < columns; c++) x[i * columns + c] -= s * x[k * columns + c];
}

function scaleRow(x: Float64Array, i: number, s: number, columns: number): void {
  for (let c = 0; c < columns; c++) x[i * columns + c] *= s;
}

function swapRows(x: Float64Array, i: number, k: number, columns: number): void {
  if (i === k) return;
  for (let c = 0; c < columns; c++) {
    const s = x[i * columns + c];
    x[i * columns + c] = x[k * columns + c];
    x[k * columns + c] = s;
  }
}

/**
 * Solves a·x = x in place for x with several columns, by elimination with the largest pivot of each column; `a` is destroyed.
 *
 * @returns Whether the matrix is regular.
 */
export function solveGeneral(x: Float64Array, a: Float64Array, n: number, columns: number): boolean {
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let k = i + 1; k < n; k++) if (Math.abs(a[k * n + i]) > Math.abs(a[pivot * n + i])) pivot = k;
    if (!(Math.abs(a[pivot * n + i]) > 0)) return false;
    swapRows(a, i, pivot, n);
    swapRows(x, i, pivot, columns);
    for (let k = i + 1; k < n; k++) {
      const s = a[k * n + i] / a[i * n + i];
      subtractRow(a, k, i, s, n);
      subtractRow(x, k, i, s, columns);
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtractRow(x, i, k, a[i * n + k], columns);
    scaleRow(x, i, 1 / a[i * n + i], columns);
  }
  return true;
}
