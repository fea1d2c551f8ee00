/** What the drive needs to know of a model; the oracle's and ours both have it. */
interface Driven {
  readonly nu: number;
  readonly nactuator: number;
  readonly actuator_ctrllimited: ArrayLike<number>;
  readonly actuator_ctrlrange: ArrayLike<number>;
  readonly actuator_ctrladr: ArrayLike<number>;
  readonly actuator_ctrlnum: ArrayLike<number>;
}

/**
 * Deterministic controls for any model: a wave (a sine, if not given) over the control range where there is one, else ±0.3, with a phase
 * and the time before the step. Returns a function that writes `ctrl`.
 */
export function makeDrive(source: object, wave: (x: number) => number = Math.sin): (data: object) => void {
  const model = source as Driven;
  const { nu } = model;
  const low = new Float64Array(nu).fill(-0.3);
  const high = new Float64Array(nu).fill(0.3);
  const perControl = model.actuator_ctrlrange.length === 2 * nu;
  for (let a = 0; a < model.nactuator; a++) {
    if (!model.actuator_ctrllimited[a]) continue;
    const first = model.actuator_ctrladr[a] as number;
    for (let k = first; k < first + (model.actuator_ctrlnum[a] as number); k++) {
      const r = 2 * (perControl ? k : a);
      low[k] = model.actuator_ctrlrange[r] as number;
      high[k] = model.actuator_ctrlrange[r + 1] as number;
    }
  }
  return (data) => {
    const { ctrl, time } = data as { ctrl: Float64Array; time: number };
    for (let k = 0; k < nu; k++) {
      const middle = 0.5 * ((low[k] as number) + (high[k] as number));
      const reach = 0.5 * ((high[k] as number) - (low[k] as number));
      ctrl[k] = middle + reach * wave(0.7 * k + 3 * time);
    }
  };
}
