/**
 * The elementary functions of the engine, for use outside it: unlike those of `Math` they give the same bits in every
 * JavaScript engine.
 */
import { currentBackend } from '../backend/select.ts';

export function sin(x: number): number {
  return currentBackend().kernels.sin(x);
}

export function cos(x: number): number {
  return currentBackend().kernels.cos(x);
}

export function tan(x: number): number {
  return currentBackend().kernels.tan(x);
}

export function asin(x: number): number {
  return currentBackend().kernels.asin(x);
}

export function acos(x: number): number {
  return currentBackend().kernels.acos(x);
}

export function atan(x: number): number {
  return currentBackend().kernels.atan(x);
}

export function atan2(y: number, x: number): number {
  return currentBackend().kernels.atan2(y, x);
}

export function exp(x: number): number {
  return currentBackend().kernels.exp(x);
}

export function log(x: number): number {
  return currentBackend().kernels.log(x);
}

export function pow(x: number, y: number): number {
  return currentBackend().kernels.pow(x, y);
}

export function cbrt(x: number): number {
  return currentBackend().kernels.cbrt(x);
}

export function hypot(x: number, y: number): number {
  return currentBackend().kernels.hypot(x, y);
}

export function tanh(x: number): number {
  return currentBackend().kernels.tanh(x);
}
