import { packages } from './scripts/packages.mjs';
import { layerRules } from './scripts/workspace/layers.mjs';

export default {
  forbidden: layerRules(packages),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|conformance/dist|bench/dist|(packages|apps)/[^/]+/dist)/' }, // not those of npm packages
    tsConfig: { fileName: 'tsconfig.check.json' }, // its paths lead from a package's name to its source
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
};
