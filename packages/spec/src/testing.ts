declare const process: { cpuUsage(): { user: number; system: number } };

/** Processor time of this process in milliseconds: unlike the clock, other programs do not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The error of a class that a call throws, or undefined if it throws none; any other error is a fault. */
export function thrownBy<E extends Error>(
  kind: abstract new (...args: never[]) => E,
  call: () => unknown,
): E | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  return undefined;
}
