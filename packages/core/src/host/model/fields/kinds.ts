/** Kinds of named objects: access name, field prefix, count, array of name addresses, and the counts of its rows in Data. */
export type KindRow = readonly [
  kind: string,
  prefix: string,
  count: string,
  names: string,
  dataRows: readonly string[],
];

/**
 * Joints own slices of the `nq` and `nv` rows of Data, sensors of `nsensordata`, and actuators of `nu`, `nout` and `na`;
 * every other kind has the row of its index.
 */
export const namedKinds: readonly KindRow[] = [
  ['body', 'body_', 'nbody', 'name_bodyadr', ['nbody']],
  ['joint', 'jnt_', 'njnt', 'name_jntadr', ['njnt', 'nq', 'nv']],
  ['geom', 'geom_', 'ngeom', 'name_geomadr', ['ngeom']],
  ['site', 'site_', 'nsite', 'name_siteadr', ['nsite']],
  ['camera', 'cam_', 'ncam', 'name_camadr', ['ncam']],
  ['light', 'light_', 'nlight', 'name_lightadr', ['nlight']],
  ['flex', 'flex_', 'nflex', 'name_flexadr', []],
  ['mesh', 'mesh_', 'nmesh', 'name_meshadr', []],
  ['skin', 'skin_', 'nskin', 'name_skinadr', []],
  ['hfield', 'hfield_', 'nhfield', 'name_hfieldadr', []],
  ['texture', 'tex_', 'ntex', 'name_texadr', []],
  ['material', 'mat_', 'nmat', 'name_matadr', []],
  ['pair', 'pair_', 'npair', 'name_pairadr', []],
  ['exclude', 'exclude_', 'nexclude', 'name_excludeadr', []],
  ['equality', 'eq_', 'neq', 'name_eqadr', ['neq']],
  ['tendon', 'tendon_', 'ntendon', 'name_tendonadr', ['ntendon']],
  ['actuator', 'actuator_', 'nactuator', 'name_actuatoradr', ['nactuator', 'nu', 'nout', 'na']],
  ['sensor', 'sensor_', 'nsensor', 'name_sensoradr', ['nsensordata']],
  ['numeric', 'numeric_', 'nnumeric', 'name_numericadr', []],
  ['text', 'text_', 'ntext', 'name_textadr', []],
  ['tuple', 'tuple_', 'ntuple', 'name_tupleadr', []],
  ['key', 'key_', 'nkey', 'name_keyadr', []],
];
