import { ClusterError, messageOf } from '../errors.ts';
import type { Peers, Redis } from './peers.ts';

const PATIENCE = 5000; // milliseconds until the first connection

/** How to reach a Redis. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername: string };
}

/** Reads `redis://user:password@host:port/db`, or `rediss://` for TLS. */
export function parseAddress(connection: string): RedisAddress {
  const refuse = (what: string): ClusterError =>
    new ClusterError('bad-argument', `the address of Redis ${what}`, { hint: 'redis://user:password@host:6379/0' });
  if (typeof connection !== 'string' || !URL.canParse(connection)) throw refuse('is no URL');
  const { protocol, hostname, port, username, password, pathname } = new URL(connection);
  if (protocol !== 'redis:' && protocol !== 'rediss:') throw refuse('begins with redis:// or rediss://');
  const db = Number(pathname.slice(1) || 0);
  if (!Number.isSafeInteger(db) || db < 0) throw refuse('ends with the number of a database, if with anything');
  return {
    host: hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: Number(port || 6379),
    db,
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: { servername: hostname } }),
  };
}

/** The address for people: without user and password. */
export const publicAddress = ({ host, port, db, tls }: RedisAddress): string =>
  `${tls === undefined ? 'redis' : 'rediss'}://${host.includes(':') ? `[${host}]` : host}:${port}/${db}`;

/** What Redis or the network says, as a typed error; it never contains the password. */
export function redisError(cause: unknown, address: RedisAddress): ClusterError {
  if (cause instanceof ClusterError) return cause;
  const text = messageOf(cause);
  const where = publicAddress(address);
  if (/WRONGPASS|NOAUTH|NOPERM|invalid.*password|AUTH/i.test(text))
    return new ClusterError('wrong-password', `Redis at ${where} refuses the user or the password`, {
      hint: 'the address may contain both: redis://user:password@host:6379',
    });
  if (/\bOOM\b|MISCONF|No space left|maxmemory/i.test(text))
    return new ClusterError('store-full', `Redis at ${where} has no room left, in memory or on its disk`, {
      hint: 'make room and start again: nothing that was stored is lost',
    });
  return new ClusterError('unreachable', `no Redis answers at ${where}: ${text}`, {
    hint: 'is it running, and may this machine reach it?',
  });
}

/** Options of a connection that waits out what happens to the network once it has been established. */
export const connectionOptions = (address: RedisAddress): object => ({
  ...address,
  maxRetriesPerRequest: null,
  enableReadyCheck: true,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 6), 1000),
});

/** A connection; the first try must succeed within some seconds. */
export async function connect(peers: Peers, address: RedisAddress): Promise<Redis> {
  const redis = new peers.Redis({ ...connectionOptions(address), lazyConnect: true, connectTimeout: PATIENCE });
  let last: Error | undefined;
  redis.on('error', (error) => {
    last = error;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(last ?? new Error('it does not answer')), PATIENCE);
  });
  try {
    const ready = redis.connect().then(() => redis.ping());
    ready.catch(() => {}); // told below, if at all
    await Promise.race([ready, late]);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw redisError(last ?? error, address);
  } finally {
    clearTimeout(timer);
  }
}
