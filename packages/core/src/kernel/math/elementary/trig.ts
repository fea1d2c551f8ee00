/**
 * The elementary functions of the engine. They use only + - * / and √, in one order, so that they give the same bits in every
 * JavaScript engine and in WebAssembly, which `Math.sin` and its like do not.
 */
export { acos, asin, atan, atan2 } from './atan.ts';
export { exp, log, pow, tanh } from './explog.ts';
export { cbrt, hypot } from './roots.ts';
export { cos, sin, sinCos, tan } from './sincos.ts';
