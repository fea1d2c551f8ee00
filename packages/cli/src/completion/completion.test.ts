import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

/** What bash offers for a line, with the script loaded. */
async function offered(line: string): Promise<string[]> {
  const { out } = await run(['completion', 'bash']);
  const words = line.split(' ');
  const script = `${out}\nCOMP_WORDS=(${words.map((w) => `'${w}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _qpos; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

describe('completion', () => {
  test('bash completes commands and their options', async () => {
    expect(await offered('qpos re')).toEqual(['render', 'replay']);
    expect(await offered('qpos render --qu')).toEqual(['--quality']);
  });

  test.each(['bash', 'zsh', 'fish'])('%s knows every command and is valid where the shell is there', async (shell) => {
    const { code, out } = await run(['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['sim', 'render', 'doctor', 'completion', 'quality']) expect(out).toContain(word);
    const { status, error } = spawnSync(shell, ['-n'], { input: out });
    if (error === undefined) expect(status).toBe(0);
  });

  test('another shell is refused with those that there are', async () => {
    const { code, err } = await run(['completion', 'powershell']);
    expect(code).toBe(1);
    expect(err).toContain('bash, zsh, fish');
  });

  test('--json lists commands and options', async () => {
    const { commands } = JSON.parse((await run(['completion', 'fish', '--json'])).out);
    expect(commands.find((c: { name: string }) => c.name === 'view').options).toContainEqual(
      expect.objectContaining({ flag: '--no-open' }),
    );
  });
});
