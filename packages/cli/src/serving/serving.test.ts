import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type MadeVectorEnv, make, makeVec } from '@qpos/env';
import { afterAll, describe, expect, test } from 'vitest';
import { run, temporaryFolder } from '../testing/run.ts';
import { encodeHeader, LENGTHS, readLengths } from './frame.ts';
import { EnvSession } from './session.ts';

interface Answer {
  readonly header: {
    readonly error?: { readonly name: string; readonly code: string; readonly hint?: string };
    readonly arrays?: readonly [name: string, type: string, shape: readonly number[]][];
    readonly action?: { readonly shape: readonly number[]; readonly low: readonly string[] };
  };
  readonly arrays: Record<string, Float64Array | Uint8Array>;
}

/** What a client reads in a frame. */
function decode(frame: Uint8Array): Answer {
  const { header: length } = readLengths(frame);
  const header = JSON.parse(new TextDecoder().decode(frame.subarray(LENGTHS, LENGTHS + length)));
  let at = LENGTHS + length;
  const arrays: Answer['arrays'] = {};
  for (const [name, type, shape] of header.arrays ?? []) {
    const count = shape.reduce((product: number, n: number) => product * n, 1);
    const bytes = frame.slice(at, at + (type === '<f8' ? 8 : 1) * count);
    arrays[name] = type === '<f8' ? new Float64Array(bytes.buffer) : bytes;
    at += Math.ceil(bytes.length / 8) * 8;
  }
  return { header, arrays };
}

const NOTHING = new Uint8Array(0);
const ask = async (session: EnvSession, request: object, payload: Uint8Array = NOTHING): Promise<Answer> =>
  decode(await session.answer(JSON.stringify(request), payload));
const bytesOf = (actions: Float64Array): Uint8Array => new Uint8Array(actions.buffer.slice(0));

describe('a session', () => {
  test('one environment: the bits of one that is made here, infos included', async () => {
    const [session, env] = [new EnvSession(), await make('Hopper-v5', { frame_skip: 2 })];
    const { header } = await ask(session, { op: 'make', id: 'Hopper-v5', options: { frame_skip: 2 } });
    expect(header.action).toMatchObject({ shape: [3], low: ['-1', '-1', '-1'] });
    const first = await ask(session, { op: 'reset', seed: 3 });
    expect(first.arrays['obs']).toEqual(env.reset({ seed: 3 }).obs);
    const actions = Float64Array.of(0.1, -0.2, 0.3);
    for (let k = 0; k < 20; k++) {
      const { arrays } = await ask(session, { op: 'step' }, bytesOf(actions));
      const result = env.step(actions);
      expect(arrays['obs']).toEqual(result.obs);
      expect(arrays['reward']).toEqual(Float64Array.of(result.reward));
      expect(arrays['terminated']).toEqual(Uint8Array.of(Number(result.terminated)));
      expect(arrays['info/x_velocity']).toEqual(Float64Array.of(result.info['x_velocity'] as number));
    }
    await session.close();
    env.close();
  });

  test('several, with ends of episodes, saved and loaded', async () => {
    const options = { autoreset: 'same-step', maxEpisodeSteps: 7 } as const;
    const vec: MadeVectorEnv = await makeVec('Hopper-v5', { n: 3, ...options });
    const session = new EnvSession();
    await ask(session, { op: 'make', id: 'Hopper-v5', n: 3, options });
    await ask(session, { op: 'reset', seed: 5 });
    vec.reset({ seed: 5 });
    const { arrays } = await ask(session, { op: 'save' });
    expect(arrays['saved']).toEqual(vec.save());
    const actions = new Float64Array(9).fill(0.4);
    const steps = async (): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (let k = 0; k < 10; k++) answers.push(await ask(session, { op: 'step' }, bytesOf(actions)));
      return answers;
    };
    const answers = await steps();
    for (const answer of answers) {
      const result = vec.step(actions);
      expect(answer.arrays['obs']).toEqual(result.obs);
      expect(answer.arrays['truncated']).toEqual(result.truncated);
      expect('final_obs' in answer.arrays).toBe(result.truncated.includes(1));
      if (result.truncated.includes(1)) expect(answer.arrays['final_obs']).toEqual(result.finalObs);
    }
    expect(answers[6]?.header.arrays).toContainEqual(['final_obs', '<f8', [3, 11]]);
    await ask(session, { op: 'load' }, arrays['saved'] as Uint8Array);
    expect(await steps()).toEqual(answers);
    await session.close();
    await vec.close();
  });

  test.each<[string, object, Uint8Array, string]>([
    ['no environment yet', { op: 'step' }, NOTHING, 'usage'],
    ['an unknown request', { op: 'fly' }, NOTHING, 'usage'],
    ['an unknown task', { op: 'make', id: 'Hoper-v5' }, NOTHING, 'unknown-task'],
    ['bytes that are no numbers', { op: 'step' }, new Uint8Array(7), 'usage'],
  ])('%s is an answer with an error', async (_, request, payload, code) => {
    const { header } = await ask(new EnvSession(), request, payload);
    expect(header.error).toMatchObject({ code, name: expect.stringMatching(/Error$/) });
  });

  test('a header that is no JSON is an answer with an error', async () => {
    const { header } = decode(await new EnvSession().answer('{', NOTHING));
    expect(header.error?.code).toBe('internal');
  });
});

describe('at a Unix socket', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'env.sock');
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Sends bytes in two pieces, and returns what came back until the answer is whole or the server hangs up. */
  const talk = (bytes: Uint8Array): Promise<Answer | 'closed'> =>
    new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      const socket = net.connect(file, () => {
        socket.write(bytes.subarray(0, 11));
        setTimeout(() => socket.write(bytes.subarray(11)), 5);
      });
      socket.on('error', reject);
      socket.on('close', () => resolve('closed'));
      socket.on('data', (piece) => {
        received = Buffer.concat([received, piece]);
        const { header, payload } = readLengths(received);
        if (received.length < LENGTHS + header + payload) return;
        resolve(decode(new Uint8Array(received)));
        socket.destroy();
      });
    });

  test('clients are served, nonsense is hung up on, and the file goes with the server', async () => {
    const interrupt = new AbortController();
    const server = run(['serve-env', '--socket', file], { signal: interrupt.signal });
    while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(fs.statSync(file).mode & 0o077).toBe(0);
    const answer = await talk(encodeHeader({ op: 'make', id: 'InvertedPendulum-v5' }, 0));
    expect(answer).toMatchObject({ header: { action: { shape: [1] } } });
    expect(await talk(new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n'))).toBe('closed');
    const second = await run(['serve-env', '--socket', file]);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('cannot listen') });
    interrupt.abort();
    expect(await server).toMatchObject({ code: 0, err: expect.stringContaining('serving environments at') });
    expect(fs.existsSync(file)).toBe(false);
  });
});
