import { hostname } from 'node:os';
import { messageOf } from '../errors.ts';
import type { Bundle, BundleReply } from './bundle.ts';
import type { FailedJob, QueueStats } from './job-queue.ts';
import type { Settled, Transport } from './transport.ts';

/** Does bundles, one at a time: a thread, or what a test puts in its place. */
export interface Hand {
  /**
   * Does a bundle.
   *
   * @param bundle The bundle.
   * @param beat To be called now and then as long as work goes on.
   */
  run(bundle: Bundle, beat: () => void): Promise<BundleReply>;
}

/** How patient a broker is. */
export interface BrokerOptions {
  /** Times that a job that throws is tried. */
  readonly tries: number;
  /** Times that a job is begun again because whoever did it fell silent. */
  readonly stalls: number;
  /** Milliseconds of silence after which it counts as dead. */
  readonly stallAfter: number;
  /** Milliseconds before the second try; twice as long before each further one. */
  readonly backOff: number;
  /** Seconds that a try of a job may take. */
  readonly limitSeconds?: number;
}

/** A hand is gone: the bundle is begun again, and not because of the job. */
export class HandLost extends Error {}

interface Delivery {
  readonly bundle: Bundle;
  tries: number;
  stalls: number;
  /** When its hand was heard of last. */
  heard: number;
  failure: string;
}

const RATE_SECONDS = 10;
const MOST_PARKED = 1000;

/** Brings bundles to hands in this process, as a queue on Redis brings them to machines. */
export class Broker implements Transport {
  readonly #hands: readonly Hand[];
  readonly #options: BrokerOptions;
  readonly #version: string;
  readonly #release: () => Promise<void>;
  readonly #waiting: Delivery[] = [];
  readonly #active = new Map<Hand, Delivery>();
  readonly #parked = new Map<string, Delivery>();
  readonly #delayed = new Map<NodeJS.Timeout, Delivery>();
  readonly #ends: number[] = [];
  readonly #watch: NodeJS.Timeout;
  #settled: (id: string, how: Settled) => void = () => {};
  #completed = 0;

  /** `release` lets go of what the hands use. */
  constructor(
    hands: readonly Hand[],
    options: BrokerOptions,
    version: string,
    release: () => Promise<void> = async () => {},
  ) {
    this.#hands = hands;
    this.#options = options;
    this.#version = version;
    this.#release = release;
    this.#watch = setInterval(() => this.#findSilent(), options.stallAfter / 4);
    this.#watch.unref();
  }

  listen(settled: (id: string, how: Settled) => void): void {
    this.#settled = settled;
  }

  async send(bundles: readonly Bundle[]): Promise<void> {
    for (const bundle of bundles) {
      if (this.#all().some((d) => d.bundle.id === bundle.id)) continue; // on its way already
      this.#parked.delete(bundle.id);
      this.#waiting.push({ bundle, tries: 0, stalls: 0, heard: 0, failure: '' });
    }
    this.#assign();
  }

  async cancel(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids);
    for (let k = this.#waiting.length - 1; k >= 0; k--)
      if (gone.has(this.#waiting[k]?.bundle.id ?? '')) this.#waiting.splice(k, 1);
    for (const [timer, { bundle }] of this.#delayed)
      if (gone.has(bundle.id)) {
        clearTimeout(timer);
        this.#delayed.delete(timer);
      }
  }

  async stats(): Promise<QueueStats> {
    const since = performance.now() - 1000 * RATE_SECONDS;
    return {
      waiting: this.#waiting.length + this.#delayed.size,
      active: this.#active.size,
      failed: this.#parked.size,
      completed: this.#completed,
      perSecond: this.#ends.filter((end) => end > since).length / RATE_SECONDS,
      workers: [
        {
          id: 'local',
          host: hostname(),
          pid: process.pid,
          version: this.#version,
          concurrency: this.#hands.length,
          done: this.#completed,
        },
      ],
    };
  }

  async failed(): Promise<readonly FailedJob[]> {
    return [...this.#parked.values()].reverse().map(({ bundle, failure, tries, stalls }) => ({
      id: bundle.id,
      kind: bundle.jobs[0]?.kind ?? '',
      error: failure,
      tries: tries + stalls,
    }));
  }

  async retry(ids: readonly string[] = [...this.#parked.keys()]): Promise<number> {
    const again = ids.flatMap((id) => this.#parked.get(id) ?? []);
    for (const { bundle } of again) this.#parked.delete(bundle.id);
    await this.send(again.map(({ bundle }) => bundle));
    return again.length;
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    for (const timer of this.#delayed.keys()) clearTimeout(timer);
    this.#waiting.length = 0;
    this.#delayed.clear();
    await this.#release();
  }

  #all(): Delivery[] {
    return [...this.#waiting, ...this.#active.values(), ...this.#delayed.values()];
  }

  /** Gives what waits to hands that have nothing to do. */
  #assign(): void {
    for (const hand of this.#hands) {
      if (this.#waiting.length === 0) return;
      if (this.#active.has(hand)) continue;
      const delivery = this.#waiting.shift() as Delivery;
      this.#active.set(hand, delivery);
      delivery.heard = performance.now();
      hand
        .run(delivery.bundle, () => {
          delivery.heard = performance.now();
        })
        .then(
          (reply) => this.#done(hand, delivery, reply),
          (error) => this.#thrown(hand, delivery, error),
        );
    }
  }

  #done(hand: Hand, delivery: Delivery, reply: BundleReply): void {
    if (this.#active.get(hand) === delivery) this.#active.delete(hand);
    this.#completed++;
    this.#ends.push(performance.now());
    if (this.#ends.length > 10_000) this.#ends.splice(0, 5000);
    void this.cancel([delivery.bundle.id]); // it had been given up, and is done after all
    this.#settled(delivery.bundle.id, { reply });
    this.#assign();
  }

  #thrown(hand: Hand, delivery: Delivery, error: unknown): void {
    if (this.#active.get(hand) !== delivery) return; // given up before
    this.#active.delete(hand);
    delivery.failure = messageOf(error);
    if (error instanceof HandLost) this.#stalled(delivery);
    else if (++delivery.tries >= this.#options.tries) this.#park(delivery);
    else this.#later(delivery, this.#options.backOff * 2 ** (delivery.tries - 1));
    this.#assign();
  }

  #findSilent(): void {
    const now = performance.now();
    for (const [hand, delivery] of this.#active)
      if (now - delivery.heard > this.#options.stallAfter) {
        this.#active.delete(hand);
        delivery.failure ||= 'whoever did it fell silent';
        this.#stalled(delivery);
      }
    this.#assign();
  }

  #stalled(delivery: Delivery): void {
    if (++delivery.stalls > this.#options.stalls) this.#park(delivery);
    else this.#waiting.unshift(delivery);
  }

  #later(delivery: Delivery, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.#waiting.push(delivery);
      this.#assign();
    }, milliseconds);
    this.#delayed.set(timer, delivery);
  }

  #park(delivery: Delivery): void {
    const { bundle, failure, tries, stalls } = delivery;
    if (bundle.jobs.length === 1) this.#parked.set(bundle.id, delivery); // the jobs of larger ones are tried alone
    const [oldest] = this.#parked.keys();
    if (this.#parked.size > MOST_PARKED && oldest !== undefined) this.#parked.delete(oldest);
    this.#settled(bundle.id, { failure, tries: tries + stalls });
  }
}
