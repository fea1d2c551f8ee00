import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { main } from '../index.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Pretend that both streams are terminals. */
  readonly terminal?: boolean;
  /** Columns of the terminal. */
  readonly columns?: number;
  /** Called with each piece of stdout. */
  readonly onOut?: (text: string) => void;
}

/** Runs the command line in this process and captures what it says. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  let out = '';
  let err = '';
  const stream = (add: (text: string) => void) => ({
    write: (text: string) => add(text),
    ...(options.terminal === true ? { isTTY: true, columns: options.columns ?? 100 } : {}),
  });
  const code = await main(args, {
    stdout: stream((text) => {
      out += text;
      options.onOut?.(text);
    }),
    stderr: stream((text) => {
      err += text;
    }),
    signal: options.signal ?? new AbortController().signal,
    exitCode: 0,
  });
  return { code, out, err };
}

/** A new folder for the files of a test. */
export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-cli-'));
}

/** A driven pendulum with a keyframe, a sensor of three numbers, a camera and a floor. */
export const PENDULUM = `<mujoco model="pendulum">
  <option timestep="0.002"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1" pos="0 0 -1"/>
    <camera name="front" pos="0 -2 0" xyaxes="1 0 0 0 0 1"/>
    <body name="rod">
      <joint name="swing" type="hinge" axis="0 1 0" range="-170 170" damping="0.01"/>
      <geom name="bob" type="capsule" fromto="0 0 0 0 0 -0.5" size="0.03"/>
      <site name="tip" pos="0 0 -0.5"/>
    </body>
  </worldbody>
  <actuator><motor name="drive" joint="swing" ctrlrange="-2 2" ctrllimited="true"/></actuator>
  <sensor><jointpos name="angle" joint="swing"/><framepos name="where" objtype="site" objname="tip"/></sensor>
  <keyframe><key name="up" qpos="3" ctrl="0.5"/></keyframe>
</mujoco>
`;

/** Three mistakes in three lines. */
export const BROKEN = `<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1" frction="1"/>
    <body name="a">
      <joint type="hing"/>
      <geom size="0.1" mass="x"/>
    </body>
  </worldbody>
</mujoco>
`;

/** Writes files into a folder and gives the path of the first. */
export function put(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return path.join(folder, Object.keys(files)[0] ?? '');
}
