import type { Env, Info, MadeVectorEnv, VectorInfo, VectorResetResult, VectorStepResult } from '@qpos/env';
import { QposError } from 'qpos';
import { UsageError } from '../io.ts';
import { encodeHeader, LENGTHS } from './frame.ts';
import { ReplyWriter } from './reply.ts';

/** What a client asks for. */
interface Request {
  readonly op: 'make' | 'reset' | 'step' | 'save' | 'load';
  readonly id?: string;
  /** How many environments; without it, a single one. */
  readonly n?: number;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed?: number | readonly (number | null)[] | null;
}

/** A space as headers have it: bounds are texts where JSON has no number for them. */
interface Described {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly shape: readonly number[];
  readonly dtype: string;
}

const describe = ({ low, high, shape, dtype }: Described): object => ({
  low: Array.from(low, String),
  high: Array.from(high, String),
  shape,
  dtype,
});

const decoder = new TextDecoder();

/** The header of a step as most clients write it; its JSON is not read again at each. */
const STEP = encodeHeader({ op: 'step' }, 0).subarray(LENGTHS);

function isStep(header: Uint8Array): boolean {
  if (header.length !== STEP.length) return false;
  for (let k = 0; k < STEP.length; k++) if (header[k] !== STEP[k]) return false;
  return true;
}

/** The payload of a request as numbers; a copy where it lies askew. */
function numbersOf({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array {
  if (byteLength % 8 !== 0) throw new UsageError(`an action of ${byteLength} bytes is no array of float64`);
  const aligned = byteOffset % 8 === 0 ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  return new Float64Array(aligned, byteOffset % 8 === 0 ? byteOffset : 0, byteLength / 8);
}

/** Serves one client: the environment that it made, and its calls. */
export class EnvSession {
  readonly #writer = new ReplyWriter();
  #env: Env | undefined;
  #vec: MadeVectorEnv | undefined;

  /**
   * Carries out a request. What goes wrong is an answer, too.
   *
   * @param header The bytes of its JSON.
   * @param payload Its arrays.
   * @returns A frame, for use until the next request.
   */
  async answer(header: Uint8Array, payload: Uint8Array): Promise<Uint8Array> {
    try {
      if (isStep(header)) return this.#step(numbersOf(payload));
      return await this.#run(JSON.parse(decoder.decode(header)) as Request, payload);
    } catch (error) {
      this.#writer.restart();
      return encodeHeader({ error: errorOf(error) }, 0);
    }
  }

  /** Ends the use of the environment. */
  async close(): Promise<void> {
    this.#env?.close();
    await this.#vec?.close();
  }

  async #run(request: Request, payload: Uint8Array): Promise<Uint8Array> {
    switch (request.op) {
      case 'make':
        return this.#make(request);
      case 'reset':
        return this.#reset(request);
      case 'step':
        return this.#step(numbersOf(payload));
      case 'save':
        this.#writer.add('saved', this.#vec?.save() ?? (this.#env?.save?.() as Uint8Array | undefined) ?? nothing());
        return this.#writer.finish();
      case 'load':
        if (this.#vec !== undefined) this.#vec.load(payload.slice());
        else this.#env?.load?.(payload.slice());
        return this.#writer.finish();
      default:
        throw new UsageError(`there is no request '${String((request as { op: unknown }).op)}'`);
    }
  }

  async #make({ id = '', n, options = {} }: Request): Promise<Uint8Array> {
    const { make, makeVec } = await import('@qpos/env'); // other commands start without it
    await this.close();
    this.#env = n === undefined ? await make(id, options) : undefined;
    this.#vec = n === undefined ? undefined : await makeVec(id, { ...options, n });
    const made = (this.#env ?? this.#vec) as Env | MadeVectorEnv;
    const [observation, action] =
      'n' in made ? [made.singleObservationSpace, made.singleActionSpace] : [made.observationSpace, made.actionSpace];
    return encodeHeader(
      {
        observation: describe(observation as unknown as Described),
        action: describe(action as unknown as Described),
        metadata: made.metadata,
        workers: 'workers' in made ? made.workers : 0,
      },
      0,
    );
  }

  #reset({ seed, options }: Request): Uint8Array {
    const given = options === undefined ? {} : { options };
    if (this.#vec !== undefined) {
      const seeds = Array.isArray(seed) ? seed.map((one: number | null) => one ?? undefined) : (seed ?? undefined);
      this.#tellMany(this.#vec.reset({ ...(seeds !== undefined && { seed: seeds as number }), ...given }), this.#vec);
    } else {
      const { obs, info } = this.#only().reset({ ...(typeof seed === 'number' && { seed }), ...given });
      this.#writer.add('obs', obs);
      this.#tellInfo('info', info);
    }
    return this.#writer.finish();
  }

  #step(actions: Float64Array): Uint8Array {
    const vec = this.#vec;
    if (vec !== undefined) {
      const result = vec.step(actions);
      this.#tellMany(result, vec);
      this.#tellStep(result, vec);
    } else {
      const { obs, reward, terminated, truncated, info } = this.#only().step(actions);
      this.#writer.add('obs', obs);
      this.#writer.addNumber('reward', reward);
      this.#writer.addFlag('terminated', terminated);
      this.#writer.addFlag('truncated', truncated);
      this.#tellInfo('info', info);
    }
    return this.#writer.finish();
  }

  #only(): Env {
    if (this.#env !== undefined) return this.#env;
    throw new UsageError('no environment has been made', "the first request is 'make'");
  }

  #tellMany({ obs, info }: VectorResetResult, { n }: MadeVectorEnv): void {
    this.#writer.add('obs', obs, 2, n);
    this.#tellRows('info', info, n);
  }

  #tellStep(result: VectorStepResult, { n, metadata }: MadeVectorEnv): void {
    this.#writer.add('rewards', result.rewards);
    this.#writer.add('terminated', result.terminated);
    this.#writer.add('truncated', result.truncated);
    const over = result.terminated.includes(1) || result.truncated.includes(1);
    if (metadata.autoreset !== 'same-step' || !over) return;
    this.#writer.add('final_obs', result.finalObs, 2, n);
    this.#tellRows('final_info', result.finalInfo, n);
  }

  #tellRows(path: string, info: VectorInfo, n: number): void {
    for (const name in info) {
      const rows = info[name] as Float64Array | Uint8Array;
      this.#writer.add(`${path}/${name}`, rows, rows.length === n ? 1 : 2, n);
    }
  }

  /** Infos of one environment, with what is inside of others below their names. */
  #tellInfo(path: string, info: Info): void {
    for (const [name, value] of Object.entries(info)) {
      if (typeof value === 'number') this.#writer.addNumber(`${path}/${name}`, value);
      else if (value instanceof Float64Array || value instanceof Uint8Array) this.#writer.add(`${path}/${name}`, value);
      else if (value !== undefined) this.#tellInfo(`${path}/${name}`, value);
    }
  }
}

function nothing(): never {
  throw new UsageError('this environment cannot be saved');
}

function errorOf(error: unknown): object {
  if (error instanceof QposError) {
    const { name, code, message, hint } = error;
    return { name, code, message, ...(hint !== undefined && { hint }) };
  }
  return { name: 'Error', code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
