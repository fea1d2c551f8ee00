// Who may import whom: rules of dependency-cruiser, on sources. Those between packages come from their description, those inside
// core and spec stand here. scripts/workspace/layers.test.mjs plants a violation of each and sees it reported.
import { importsOf } from '../packages.mjs';

const TEST = ['\\.test\\.(ts|mjs)$', 'testing(\\.ts$|/)'];
const PARENT = /^.*\//;

const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: typeof to === 'string' ? { path: to } : to,
});

const oneOf = (folders) => `^(${folders.map((dir) => `${dir}/`).join('|')})`;
const sources = ({ dir }) => `^${dir}/src/`;
const short = ({ dir }) => dir.replace(PARENT, '');

/** What a package may not import: other packages than those of its row, built-in modules of Node, npm packages. */
function ofPackage(p, described) {
  const allowed = importsOf(p, described);
  const others = described.filter((q) => q !== p && !allowed.includes(q)).map(({ dir }) => dir);
  const names = allowed.length === 0 ? 'no other package' : allowed.map(short).join(', ');
  return [
    ...(others.length > 0 ? [rule(`${short(p)}-imports`, `may import ${names}`, sources(p), oneOf(others))] : []),
    ...(p.platform === 'node'
      ? []
      : [rule(`${short(p)}-without-node`, 'runs in a browser too', sources(p), { dependencyTypes: ['core'] })]),
    ...(p.plain
      ? [rule(`${short(p)}-without-npm`, 'has no dependencies of its own', sources(p), '(^|/)node_modules/')]
      : []),
  ];
}

const core = (path) => `^packages/core/src/${path}`;

/** Directions inside core and spec. */
const floors = [
  rule('kernel-alone', 'the kernel knows neither host nor api', core('kernel/'), core('(?!kernel/)')),
  rule('host-below-api', 'api calls host, never back', core('host/'), core('(?!host/|kernel/)')),
  rule('api-below-entries', 'entries list names; nothing imports them', core('api/'), core('[^/]+$')),
  rule('math-alone', 'math knows nothing of the engine', core('kernel/math/'), core('(?!kernel/(math/|dialect))')),
  rule(
    'geometry-without-model',
    'a geometry query knows no Model',
    core('kernel/geometry/'),
    core('(?!kernel/(geometry/|math/|[^/]+$))'),
  ),
  rule(
    'parser-without-stages',
    'a parser knows the words and errors of core and none of its stages',
    '^packages/spec/src/(xml|mjcf|urdf)/',
    core('(?!(enums|errors)\\.ts$)'),
  ),
];

/**
 * A cycle at run time makes the order of imports matter. A type may lead back, as from a class to the interface of what it
 * owns: the compiler erases it.
 */
const noCycle = {
  name: 'no-cycle',
  comment: 'modules do not need each other to start',
  severity: 'error',
  from: {},
  to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
};

/** An import that leads nowhere would slip through every other rule. */
const resolved = {
  name: 'resolved',
  comment: 'every import leads to a file that is here',
  severity: 'error',
  from: {},
  to: { couldNotResolve: true, pathNot: '^lil-gui\\.css$' },
};

export const layerRules = (described) => [
  ...described.flatMap((p) => ofPackage(p, described)),
  ...floors,
  noCycle,
  resolved,
];
