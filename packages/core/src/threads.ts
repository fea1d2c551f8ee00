/**
 * For batches. Threads that share one memory have scratch of their own each: the module of the `wasm` back end is moved to another address.
 * Apart from the rest, as nobody else needs the table of addresses.
 */
import { memoryBase, relocationGaps } from './host/threads/generated/relocations.ts';
import { type EngineLoan, lendEngine } from './host/threads/lend.ts';
import { relocate } from './host/threads/relocate.ts';

export type { EngineTicket } from './host/backend/wasm.ts';
export { watchWarnings } from './host/model/warnings.ts';
export { addressOf, dataAt, type EngineLoan, hasRoomFor, joinEngine, modelAt } from './host/threads/lend.ts';
export { Lockstep } from './host/threads/lockstep.ts';

let gaps: readonly number[] | undefined;

/**
 * Makes a place for another thread in the memory of this one.
 *
 * @returns A ticket to post to the thread, which gives it to `joinEngine` before it uses the engine; and how to take the memory back.
 * @example
 * const loan = lendMemory();
 * worker.postMessage({ ticket: loan.ticket, model: addressOf(model) });
 * worker.on('exit', () => loan.release());
 */
export function lendMemory(): EngineLoan {
  return lendEngine((module, base) => {
    gaps ??= relocationGaps.split(',').map(Number);
    return relocate(module, gaps, base - memoryBase);
  });
}
