import { type LogLevel, writeLog } from '@qpos/core';
import { MujocoError } from '../errors.ts';
import type { FileTree } from '../files/file-tree.ts';
import { Handle } from '../handle.ts';

const FILE = 'MUJOCO_LOG.TXT';
const TEXT_LENGTH = 1024;
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

function textBytes(text: string): Int8Array {
  const bytes = new Int8Array(TEXT_LENGTH);
  bytes.set(new TextEncoder().encode(text));
  return bytes;
}

/** Where log lines go; kept and given back, as in the official package, where it decides nothing. */
export class MjLogConfig extends Handle {
  readonly logfile = textBytes(FILE);
  logto_console = true;
  logto_file = true;
  topics = 0;

  copy(): MjLogConfig {
    const other = new MjLogConfig();
    const { logto_console, logto_file, topics } = this;
    other.logfile.set(this.logfile);
    return Object.assign(other, { logto_console, logto_file, topics });
  }
}

/** A line for the log; its texts are set by nobody. */
export class MjLogMessage extends Handle {
  readonly body: string = '';
  readonly file: string = '';
  readonly func: string = '';
  readonly subject: Int8Array = textBytes('');
  level = 0;
  line = 0;
  topic = 0;
  timestamp = false;
}

/** The date as C writes it: `Wed Nov 18 11:00:48 2026`. */
function dateText(date: Date): string {
  const [day, month, number, year] = date.toDateString().split(' ') as [string, string, string, string];
  return `${day} ${month} ${String(Number(number)).padStart(2)} ${date.toTimeString().slice(0, 8)} ${year}`;
}

/** Functions that write to the log: to the handler of `setLogHandler`, and to the log file of `FS`. */
export function logFunctions(tree: FileTree) {
  let config = new MjLogConfig();
  return {
    mju_getLogConfig: (): MjLogConfig => config.copy(),
    mju_setLogConfig(next: MjLogConfig): void {
      config = next.copy();
    },
    /** Throws. */
    error(text: string): never {
      throw new MujocoError('mujoco', `MuJoCo Error: ${text}`);
    },
    /** Gives a line to the log handler. */
    mju_info(_topic: number, text: string): void {
      writeLog('info', text);
    },
    /** Gives a message to the log handler; one that is an error is thrown. */
    mju_message({ level, body }: MjLogMessage): void {
      const name = LEVELS[level] ?? 'info';
      writeLog(name, body);
      if (name === 'error') throw new MujocoError('mujoco', `MuJoCo Error: ${body}`);
    },
    /** Adds to `MUJOCO_LOG.TXT` in `FS`. */
    mju_writeLog(type: string, text: string): void {
      const before = tree.find(FILE);
      const old = before instanceof Uint8Array ? new TextDecoder().decode(before) : '';
      tree.write(FILE, new TextEncoder().encode(`${old}${dateText(new Date())}\n${type}: ${text}\n\n`));
    },
  };
}
