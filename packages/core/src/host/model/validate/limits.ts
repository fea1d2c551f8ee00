/** What the numbers of a Model may ask for. */
export interface ModelLimits {
  /** Iterations of a solver, of its line search, of convex collision: the most that `opt` may have of each. */
  iterations: number;
  /** Numbers that a model may reserve without using them: keyframes, user data, delay buffers. */
  reserved: number;
}

/** The limits that apply unless others are given. */
export const DEFAULT_MODEL_LIMITS: ModelLimits = { iterations: 100_000, reserved: 10_000_000 };
