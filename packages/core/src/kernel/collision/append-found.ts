import type { i32 } from '../dialect.ts';
import { COUNT_NCON, type Data, type Model } from '../model/classes.ts';
import { reserve } from '../model/reserve.ts';
import { setGeoms, setParameters, setPlace } from './append.ts';
import { ContactParameters, mixFlexParameters } from './parameters.ts';

const parameters = new ContactParameters();

/** Whether found contacts i and j are of the same geom and flexes. */
function sameSides(d: Data, i: i32, j: i32): boolean {
  if (d.foundGeom[i] !== d.foundGeom[j]) return false;
  return d.foundFlex[2 * i] === d.foundFlex[2 * j] && d.foundFlex[2 * i + 1] === d.foundFlex[2 * j + 1];
}

/**
 * Appends the first n found contacts of flexes, in their order, to the contact list.
 *
 * @reads foundOrder foundDist foundPos foundNormal foundTangent foundMargin foundDim foundGeom foundFlex
 * @writes ncon contact_dim
 */
export function appendFound(m: Model, d: Data, n: i32): void {
  const first = d.ncon;
  reserve(m, d, COUNT_NCON, first + n);
  d.ncon = first + n;
  for (let k = 0; k < n; k++) {
    const i = d.foundOrder[k];
    const c = first + k;
    if (k === 0 || !sameSides(d, i, d.foundOrder[k - 1]))
      mixFlexParameters(m, parameters, d.foundGeom[i], d.foundFlex[2 * i], d.foundFlex[2 * i + 1]);
    setPlace(d, c, d.foundDist, d.foundPos, d.foundNormal, d.foundTangent, i);
    setParameters(d, c, parameters, d.foundMargin[i]);
    if (d.foundDim[i] > 0) d.contact_dim[c] = d.foundDim[i];
    setGeoms(d, c, d.foundGeom[i], -1);
    setFlexSides(d, c, i);
  }
}

/**
 * @reads foundFlex foundElem foundVert
 * @writes contact_flex contact_elem contact_vert
 */
function setFlexSides(d: Data, c: i32, i: i32): void {
  for (let k = 0; k < 2; k++) {
    d.contact_flex[2 * c + k] = d.foundFlex[2 * i + k];
    d.contact_elem[2 * c + k] = d.foundElem[2 * i + k];
    d.contact_vert[2 * c + k] = d.foundVert[2 * i + k];
  }
}
