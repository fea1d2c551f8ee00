import { packages } from './scripts/packages.mjs';
import { knipWorkspaces } from './scripts/workspace/dead-code.mjs';

export default {
  ignore: ['**/*.as.ts', 'scripts/**/*.d.mts', '**/generated/**', 'scripts/testing/gpu/falling-ball.ts'],
  ignoreExportsUsedInFile: true,
  rules: { types: 'off', enumMembers: 'off' },
  workspaces: knipWorkspaces(packages),
  ignoreDependencies: [
    '@qpos/conformance',
    '@mujoco/mujoco',
    'assemblyscript',
    'lil-gui.css',
    'fflate',
    '@fontsource-variable/.+',
  ],
  ignoreBinaries: ['apt-get', 'redis-server'],
};
