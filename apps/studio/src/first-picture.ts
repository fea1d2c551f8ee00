/** What the studio shows when nothing is asked for: a task, and the policy that plays it. */
export const FIRST_PICTURE = {
  task: 'qpos/quadruped-joystick-v0',
  policy: 'policies/quadruped-joystick.safetensors',
} as const;
