import { setLogHandler } from 'qpos';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AnyModule, type Both, loadBoth } from './both-modules.ts';

let both: Both;
beforeAll(async () => {
  both = await loadBoth();
});

interface Config {
  logfile: Int8Array;
  logto_console: boolean;
  logto_file: boolean;
  topics: number;
}
type Files = { FS: { readFile(path: string, options: { encoding: 'utf8' }): string } };

const modules = (): (AnyModule & Files)[] =>
  [both.ours.mj as unknown, both.theirs.mj as unknown] as (AnyModule & Files)[];
const plain = ({ logfile, logto_console, logto_file, topics }: Config): unknown => [
  [...logfile],
  logto_console,
  logto_file,
  topics,
];

describe('the log', () => {
  test('the configuration starts the same, and is kept', () => {
    const seen = modules().map((mj) => {
      const config = mj['mju_getLogConfig']?.() as unknown as Config;
      const before = plain(config);
      config.topics = 3;
      mj['mju_setLogConfig']?.(config as never);
      return [before, plain(mj['mju_getLogConfig']?.() as unknown as Config)];
    });
    expect(seen[0]).toEqual(seen[1]);
  });

  test('mju_writeLog adds to the same file in the same form', () => {
    const [ours, theirs] = modules().map((mj) => {
      mj['mju_writeLog']?.('Name' as never, 'text' as never);
      mj['mju_writeLog']?.('More' as never, 'of it' as never);
      return mj.FS.readFile('/MUJOCO_LOG.TXT', { encoding: 'utf8' }).replace(/\d\d:\d\d:\d\d/g, 'TIME');
    });
    expect(ours).toBe(theirs);
  });

  test('lines and warnings reach the handler', () => {
    const heard: string[] = [];
    const before = setLogHandler(({ level, text }) => heard.push(`${level} ${text}`));
    const { model, data } = both.ours;
    const [mj] = modules();
    mj?.['mju_info']?.(0 as never, 'a line' as never);
    (data as { ctrl: Float64Array }).ctrl[0] = Number.NaN;
    mj?.['mj_step']?.(model as never, data as never);
    setLogHandler(before);
    expect(heard).toEqual(['info a line', `warning ${mj?.['mju_warningText']?.(6 as never, 0 as never)}`]);
  });

  test('a message that is an error is thrown', () => {
    const { MjLogMessage } = both.ours.mj;
    const message = new MjLogMessage();
    expect(() => both.ours.mj.mju_message(message)).not.toThrow();
    message.level = 3;
    expect(() => both.ours.mj.mju_message(message)).toThrow('MuJoCo Error: ');
  });
});
