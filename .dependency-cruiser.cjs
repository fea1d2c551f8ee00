const geometryKnowsNoModel =
  '^packages/core/src/(model|kinematics|inertia|collision|constraint|passive|actuation|solver|sensor|integrate|derivative|pipeline)/(?!constants|kernel|enums)';
const rule = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: to },
});

/** The directions of DESIGN: who may import whom. */
module.exports = {
  forbidden: [
    rule(
      'core-alone',
      '^packages/core/',
      '^(packages/(?!core)|apps|conformance|bench|node_modules)/',
      'core has no dependencies',
    ),
    rule(
      'spec-on-core',
      '^packages/spec/',
      '^(packages/(?!core|spec)|apps|conformance|bench)/',
      'spec may import core',
    ),
    rule(
      'viewer-on-core',
      '^packages/viewer/',
      '^(packages/(?!core|viewer)|apps|conformance|bench)/',
      'viewer may import core',
    ),
    rule(
      'qpos-on-core-and-spec',
      '^packages/qpos/',
      '^(packages/(?!core|spec|qpos)|apps|conformance|bench)/',
      'the umbrella is core and spec',
    ),
    rule('packages-not-on-apps', '^packages/', '^(apps|conformance|bench)/', 'packages are below apps'),
    rule(
      'math-alone',
      '^packages/core/src/math/',
      '^packages/core/src/(?!math|dialect)',
      'math knows nothing of the engine',
    ),
    rule('geometry-no-model', '^packages/core/src/geometry/', geometryKnowsNoModel, 'a geometry query knows no Model'),
    rule('parser-no-stage', '^packages/spec/src/(xml|mjcf|urdf)/', '^packages/core/', 'a parser knows no stage'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|build|generated)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
