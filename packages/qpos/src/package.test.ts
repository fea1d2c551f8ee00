import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('an error that nobody catches says what is wrong, without pages of the bundle around it', () => {
  const script = `import { loadModel } from 'qpos'; loadModel('<mujoco><worldbody><geom size="x"/></worldbody></mujoco>');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('ModelError');
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(1000);
});
