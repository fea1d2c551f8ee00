import { namedKinds } from '../kinds.ts';
import { fieldTable } from '../table.ts';

const nameAddresses = [...namedKinds, ['plugin', '', 'nplugin', 'name_pluginadr'] as const].map(
  ([kind, , count, field]) => `${field} i32 ${count} 1 address of the name of each ${kind} in names {<nnames}`,
);

/** Plugins, custom data, keyframes, names, sparsity of M, B and D. */
export const generalFields = fieldTable(`
  plugin            i32           nplugin       1         plugin slot of each instance {>=0}
  plugin_stateadr   i32           nplugin       1         first number of its state {@plugin_statenum npluginstate}
  plugin_statenum   i32           nplugin       1         numbers of its state {>=0}
  plugin_attr       u8            npluginattr   1         settings of all plugins {any}
  plugin_attradr    i32           nplugin       1         first byte of its settings {<npluginattr|-1}
  numeric_adr       i32           nnumeric      1         first number {@numeric_size nnumericdata}
  numeric_size      i32           nnumeric      1         numbers {>=0}
  numeric_data      f64           nnumericdata  1         numbers of all custom numeric fields
  text_adr          i32           ntext         1         first byte {@text_size ntextdata}
  text_size         i32           ntext         1         bytes, the ending zero included {>=0}
  text_data         u8            ntextdata     1         bytes of all custom texts {any}
  tuple_adr         i32           ntuple        1         first member {@tuple_size ntupledata}
  tuple_size        i32           ntuple        1         members {>=0}
  tuple_objtype     i32 ObjType   ntupledata    1         kinds of the members
  tuple_objid       i32           ntupledata    1         the members {is tuple}
  tuple_objprm      f64           ntupledata    1         a number with each member
  key_time          f64           nkey          1         time
  key_qpos          f64           nkey          nq        positions
  key_qvel          f64           nkey          nv        velocities
  key_act           f64           nkey          na        activations
  key_mpos          f64           nkey          nmocap*3  positions of mocap bodies
  key_mquat         f64           nkey          nmocap*4  orientations of mocap bodies
  key_ctrl          f64           nkey          nu        controls
  ${nameAddresses.join('\n')}
  names             u8            nnames        1         all names, each ended by a zero {any}
  names_map         i32           nnames_map    1         hash from names to numbers {any}
  paths             u8            npaths        1         all asset file names, each ended by a zero {any}
  B_rownnz          i32           nbody         1         dofs on which each body depends {is sparsity}
  B_rowadr          i32           nbody         1         first of these dofs {is sparsity}
  B_colind          i32           nB            1         these dofs {is sparsity}
  M_rownnz          i32           nv            1         entries of each row of M {is sparsity}
  M_rowadr          i32           nv            1         first entry of each row of M {is sparsity}
  M_colind          i32           nC            1         columns of M {is sparsity}
  mapM2M            i32           nC            1         order of M in the legacy storage {<nM}
  D_rownnz          i32           nv            1         entries of each row of D {is sparsity}
  D_rowadr          i32           nv            1         first entry of each row of D {is sparsity}
  D_diag            i32           nv            1         place of the diagonal in each row of D {is sparsity}
  D_colind          i32           nD            1         columns of D {is sparsity}
  mapM2D            i32           nD            1         entry of M for each entry of D {<nC|-1}
  mapD2M            i32           nC            1         entry of D for each entry of M {<nD}
`);
