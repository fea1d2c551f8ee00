import type { InfoTable } from '../vector/info-table.ts';
import type { EpisodeStart } from '../vector/rules.ts';
import type { VectorStepResult } from '../vector/vector-env.ts';
import { InfoWriter } from './info-rows.ts';
import type { Columns, Command } from './protocol.ts';

/** What a worker needs of its environments: a `SyncVectorEnv`, be it that of another copy of this package. */
export interface SharedEnvironments {
  readonly tables: readonly InfoTable[];
  begin(start: EpisodeStart): unknown;
  step(actions: Float64Array): unknown;
  readonly result: VectorStepResult;
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
}

const NOTHING = new Uint8Array(0);

/** The environments of one worker: carries out calls on the rows that it was given. */
export class Share {
  readonly #environments: SharedEnvironments;
  readonly #columns: Columns;
  readonly #infos = new InfoWriter();

  constructor(environments: SharedEnvironments, columns: Columns) {
    this.#environments = environments;
    this.#columns = columns;
  }

  /** Carries out a call; returns infos, or what was saved. */
  run(command: Command, input: Uint8Array): Uint8Array {
    switch (command) {
      case 'step':
        this.#environments.step(this.#columns.actions);
        return this.#tell();
      case 'reset':
        this.#environments.begin(JSON.parse(new TextDecoder().decode(input.slice())) as EpisodeStart);
        return this.#tell();
      case 'save':
        return this.#environments.save();
      case 'load':
        this.#environments.load(input.slice());
        return NOTHING;
      default:
        return NOTHING;
    }
  }

  /** Copies results to the rows. */
  #tell(): Uint8Array {
    const { obs, rewards, terminated, truncated, finalObs } = this.#environments.result;
    const columns = this.#columns;
    columns.obs.set(obs);
    columns.rewards.set(rewards);
    columns.terminated.set(terminated);
    columns.truncated.set(truncated);
    // other rows mean nothing, and stay as they are
    const size = obs.length / rewards.length;
    for (let k = 0; k < rewards.length; k++)
      if (terminated[k] === 1 || truncated[k] === 1)
        columns.finalObs.set(finalObs.subarray(k * size, (k + 1) * size), k * size);
    return this.#infos.write(this.#environments.tables);
  }
}
