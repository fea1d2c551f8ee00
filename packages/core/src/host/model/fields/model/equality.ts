import { fieldTable } from '../table.ts';

/** Equality constraints. */
export const equalityFields = fieldTable(`
  eq_type     i32 EqualityType  neq  1   kind of constraint
  eq_obj1id   i32               neq  1   first object {is equality}
  eq_obj2id   i32               neq  1   second object, or -1 {is equality}
  eq_objtype  i32 ObjType       neq  1   kind of both objects
  eq_active0  u8                neq  1   is on at reset {flag}
  eq_solref   f64               neq  2   reference
  eq_solimp   f64               neq  5   impedance
  eq_data     f64               neq  11  anchors, relative pose or polynomial
`);
