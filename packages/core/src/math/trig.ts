import type { f64 } from '../dialect.ts';
export function sin(x: f64): f64 { return Math.sin(x); }
export function cos(x: f64): f64 { return Math.cos(x); }
export function tan(x: f64): f64 { return Math.tan(x); }
export function asin(x: f64): f64 { return Math.asin(x); }
export function acos(x: f64): f64 { return Math.acos(x); }
export function atan(x: f64): f64 { return Math.atan(x); }
export function atan2(y: f64, x: f64): f64 { return Math.atan2(y, x); }
export function exp(x: f64): f64 { return Math.exp(x); }
export function log(x: f64): f64 { return Math.log(x); }
export function pow(x: f64, y: f64): f64 { return Math.pow(x, y); }
export function cbrt(x: f64): f64 { return Math.cbrt(x); }
export function hypot(x: f64, y: f64): f64 { return Math.sqrt(x * x + y * y); }
export function tanh(x: f64): f64 { return Math.tanh(x); }
