// the engine's own elementary functions: the same bits on every machine
export { acos, asin, atan2, cos, pow, sin } from '@qpos/core/math';
