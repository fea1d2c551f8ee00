/** Small dense systems, in place: matrices by rows in one array. */

/** Factors a symmetric positive definite n×n matrix at `a` into L·Lᵀ in its lower triangle; false if it is not positive definite. */
export function cholesky(A: Float64Array, a: number, n: number): boolean {
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = A[a + n * i + j];
      for (let k = 0; k < j; k++) sum -= A[a + n * i + k] * A[a + n * j + k];
      if (i === j && !(sum > 0)) return false;
      A[a + n * i + j] = i === j ? Math.sqrt(sum) : sum / A[a + n * j + j];
    }
  return true;
}

/** Solves L·Lᵀ·x = x, with the factor of `cholesky`. */
export function choleskySolve(A: Float64Array, a: number, n: number, x: Float64Array, at: number): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[at + i] -= A[a + n * i + k] * x[at + k];
    x[at + i] /= A[a + n * i + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[at + i] -= A[a + n * k + i] * x[at + k];
    x[at + i] /= A[a + n * i + i];
  }
}

/** Solves A·x = x by elimination with row exchanges, which overwrites A; false if A is singular. */
export function eliminate(A: Float64Array, n: number, x: Float64Array): boolean {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(A[n * i + k]) > Math.abs(A[n * pivot + k])) pivot = i;
    if (!(Math.abs(A[n * pivot + k]) > 0)) return false;
    if (pivot !== k) exchange(A, n, x, k, pivot);
    for (let i = k + 1; i < n; i++) {
      const factor = A[n * i + k] / A[n * k + k];
      for (let j = k; j < n; j++) A[n * i + j] -= factor * A[n * k + j];
      x[i] -= factor * x[k];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i] -= A[n * i + j] * x[j];
    x[i] /= A[n * i + i];
  }
  return true;
}

function exchange(A: Float64Array, n: number, x: Float64Array, i: number, j: number): void {
  for (let c = 0; c < n; c++) {
    const t = A[n * i + c];
    A[n * i + c] = A[n * j + c];
    A[n * j + c] = t;
  }
  const t = x[i];
  x[i] = x[j];
  x[j] = t;
}
