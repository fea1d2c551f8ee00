declare const process: { cpuUsage(): { user: number; system: number } };

/** Processor time of this process in milliseconds: unlike the clock, other programs do not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
