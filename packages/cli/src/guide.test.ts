import fs from 'node:fs';
import path from 'node:path';
import { inFull } from '@qpos/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, temporaryFolder } from './testing/run.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The lines of a guide that a reader would type: those that run here (`sh`), or on machines that are not there as well (`text`). */
function linesOf(name: string, kind = 'sh'): string[] {
  const guide = fs.readFileSync(path.join(root, 'docs/guide', name), 'utf8');
  const blocks = guide.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].flatMap(([, block = '']) => block.trim().split('\n'));
}
const lines = [...linesOf('cli.md'), ...linesOf('cli.md', 'text')];

/** Words of a line, as a shell would split it. */
const words = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? '');

const folder = temporaryFolder();
const before = process.cwd();
beforeAll(() => {
  fs.cpSync(path.join(root, 'models'), path.join(folder, 'models'), { recursive: true });
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  fs.rmSync(folder, { recursive: true });
});

const interrupted = new AbortController();
interrupted.abort();

const SLOW = 240_000; // a browser without a graphics card, on a busy machine

describe.each(['cli.md', 'quick-start.md', 'studio.md', 'learning/train-a-cheetah.md'])('docs/guide/%s', (name) => {
  test.each(linesOf(name))(
    '%s',
    async (line) => {
      const [program, ...args] = words(line).map((word) => (word === '1e6' ? '4096' : word)); // trainings in short
      if (args[0] === 'render' && !inFull) args.push('--quality', 'low');
      expect(program).toBe('qpos');
      // the studio lasts until it is interrupted
      const options = args[0] === 'view' || args[0] === 'play' ? { signal: interrupted.signal } : {};
      const { code, out, err } = await run(args, options);
      expect(code, err).toBe(0);
      expect(out).not.toBe('');
      if (args.includes('--json')) JSON.parse(out);
    },
    SLOW,
  );
});

describe('docs/guide/cli.md', () => {
  test('the examples made their files', () => {
    const files = [
      'run.npz',
      'again.csv',
      'run.mcap',
      'knee.svg',
      'humanoid.qposb',
      'normalised.xml',
      'again.xml',
      'run.glb',
      'squat.png',
      'fall.apng',
    ];
    for (const file of files) expect(fs.statSync(path.join(folder, file)).size, file).toBeGreaterThan(500);
    const png = fs.readFileSync(path.join(folder, 'squat.png'));
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 640, 360]);
    const apng = fs.readFileSync(path.join(folder, 'fall.apng'));
    expect(apng.toString('latin1', 37, 41)).toBe('acTL');
    expect(apng.readUInt32BE(41)).toBe(5);
  });

  test('every command is in it', async () => {
    const { out } = await run(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z]+) (?:\[options\]|<)/gm)].map((m) => m[1]);
    expect(commands.length).toBeGreaterThan(9);
    for (const name of commands)
      expect(
        lines.some((l) => l.startsWith(`qpos ${name} `)),
        name,
      ).toBe(true);
  });
});
