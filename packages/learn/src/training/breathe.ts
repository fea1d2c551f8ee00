/** Lets timers, signals and pages have their turn. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
