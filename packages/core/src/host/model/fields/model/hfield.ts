import { fieldTable } from '../table.ts';

/** Height fields. */
export const hfieldFields = fieldTable(`
  hfield_size     f64  nhfield      4  half width, half depth, height, depth of the base
  hfield_nrow     i32  nhfield      1  rows {>=2}
  hfield_ncol     i32  nhfield      1  columns {>=2}
  hfield_adr      i32  nhfield      1  first sample in hfield_data {is image}
  hfield_data     f32  nhfielddata  1  elevations in [0, 1]
  hfield_pathadr  i32  nhfield      1  address of the file name in paths, or -1 {<npaths|-1}
`);
