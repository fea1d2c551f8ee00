import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type MadeVectorEnv, make, makeVec } from '@qpos/env';
import { afterAll, describe, expect, test } from 'vitest';
import { run, temporaryFolder } from '../testing/run.ts';
import { encodeHeader, LENGTHS, readLengths } from './frame.ts';
import { ReplyWriter } from './reply.ts';
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

const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOTHING = new Uint8Array(0);
const ask = async (session: EnvSession, request: object, payload: Uint8Array = NOTHING): Promise<Answer> =>
  decode(await session.answer(bytesOfText(JSON.stringify(request)), payload));
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
    const { header } = decode(await new EnvSession().answer(bytesOfText('{'), NOTHING));
    expect(header.error?.code).toBe('internal');
  });
});

describe('a writer of replies', () => {
  const shapes = (frame: Uint8Array): unknown => decode(frame).header.arrays;

  test('replies laid out like the last, like its beginning, and otherwise', () => {
    const writer = new ReplyWriter();
    const [table, flags] = [Float64Array.of(1, 2, 3, 4), Uint8Array.of(1, 0, 1)];
    const write = (isLong: boolean): Uint8Array => {
      writer.add('table', table, 2, 2);
      writer.addNumber('number', table[0] as number);
      if (isLong) writer.add('flags', flags);
      return writer.finish();
    };
    const long = [
      ['table', '<f8', [2, 2]],
      ['number', '<f8', []],
      ['flags', '|u1', [3]],
    ];
    expect(shapes(write(true))).toEqual(long);
    table[0] = 9;
    const short = write(false);
    expect(shapes(short)).toEqual(long.slice(0, 2));
    expect(decode(short).arrays).toEqual({ table, number: Float64Array.of(9) });
    flags[1] = 1;
    expect(decode(write(true)).arrays).toEqual({ table, number: Float64Array.of(9), flags });
    writer.add('table', Float64Array.of(5, 6), 2, 2); // a narrower one
    writer.addFlag('number', true);
    const other = writer.finish();
    expect(shapes(other)).toEqual([
      ['table', '<f8', [2, 1]],
      ['number', '|u1', []],
    ]);
    expect(decode(other).arrays).toEqual({ table: Float64Array.of(5, 6), number: Uint8Array.of(1) });
    expect(shapes(write(true))).toEqual(long);
  });

  test('another array in the same place', () => {
    const writer = new ReplyWriter();
    for (const array of [Float64Array.of(1, 2), Float64Array.of(3, 4)]) {
      writer.add('a', array);
      expect(decode(writer.finish()).arrays).toEqual({ a: array });
    }
  });

  test('what was added before an error is in no reply', () => {
    const writer = new ReplyWriter();
    writer.addNumber('lost', 1);
    writer.restart();
    writer.addNumber('told', 2);
    expect(decode(writer.finish()).arrays).toEqual({ told: Float64Array.of(2) });
  });
});

describe('at a Unix socket', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'env.sock');
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Sends bytes in two pieces, and returns what came back until the answer is whole or the server hangs up. */
  const talk = (bytes: Uint8Array): Promise<Answer | 'closed'> => frames(bytes, 1).then(([first]) => first ?? 'closed');

  /** The same with as many answers as asked for. */
  const frames = (bytes: Uint8Array, count: number): Promise<Answer[]> =>
    new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      const answers: Answer[] = [];
      const socket = net.connect(file, () => {
        socket.write(bytes.subarray(0, 11));
        setTimeout(() => socket.write(bytes.subarray(11)), 5);
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answers));
      socket.on('data', (piece) => {
        received = Buffer.concat([received, piece]);
        while (received.length >= LENGTHS) {
          const { header, payload } = readLengths(received);
          const size = LENGTHS + header + payload;
          if (received.length < size) return;
          answers.push(decode(new Uint8Array(received.subarray(0, size))));
          received = received.subarray(size);
        }
        if (answers.length >= count) socket.destroy();
      });
    });

  test('clients are served, nonsense is hung up on, and the file goes with the server', async () => {
    const interrupt = new AbortController();
    const server = run(['serve-env', '--socket', file], { signal: interrupt.signal });
    while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(fs.statSync(file).mode & 0o077).toBe(0);
    const answer = await talk(encodeHeader({ op: 'make', id: 'InvertedPendulum-v5' }, 0));
    expect(answer).toMatchObject({ header: { action: { shape: [1] } } });
    // more answers than the socket takes at once, each with its own numbers
    const [n, steps] = [64, 100];
    const requests = [
      encodeHeader({ op: 'make', id: 'InvertedPendulum-v5', n }, 0),
      encodeHeader({ op: 'reset', seed: 1 }, 0),
      ...Array.from({ length: steps }, () => [encodeHeader({ op: 'step' }, 8 * n), new Uint8Array(8 * n)]).flat(),
    ];
    const answers = await frames(Buffer.concat(requests), 2 + steps);
    expect(new Set(answers.slice(1).map(({ arrays }) => String(arrays['obs']))).size).toBe(1 + steps);
    expect(await talk(new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n'))).toBe('closed');
    const second = await run(['serve-env', '--socket', file]);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('cannot listen') });
    interrupt.abort();
    expect(await server).toMatchObject({ code: 0, err: expect.stringContaining('serving environments at') });
    expect(fs.existsSync(file)).toBe(false);
  });
});
