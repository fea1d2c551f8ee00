/** Tells listeners about events of known names. */
export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  /** Calls `listener` from now on; the result ends that. */
  on<K extends keyof Events>(name: K, listener: (value: Events[K]) => void): () => void {
    let listeners = this.#listeners.get(name);
    if (listeners === undefined) {
      listeners = new Set();
      this.#listeners.set(name, listeners);
    }
    listeners.add(listener as (value: never) => void);
    return () => listeners.delete(listener as (value: never) => void);
  }

  emit<K extends keyof Events>(name: K, value: Events[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (value: Events[K]) => void)(value);
  }
}
