/** What `setConst` writes: with it these fields of a Model become different in each environment, too. */
export const constantFields: readonly string[] = (
  'body_subtreemass body_invweight0 body_sameframe geom_sameframe site_sameframe dof_invweight0 dof_M0 dof_length ' +
  'cam_pos0 cam_poscom0 cam_mat0 light_pos0 light_poscom0 light_dir0 tendon_length0 tendon_invweight0 tendon_lengthspring ' +
  'actuator_acc0 actuator_length0 eq_data stat_center stat_meaninertia stat_meanmass stat_meansize stat_extent ' +
  'ngravcomp flg_gravcomp flg_surfacevel flg_adhesion flexedge_length0 flexedge_invweight0 flex_vertmetric efm0_L'
).split(' ');
