/** The engine's elementary functions as they are, in a file that all bundles share; programs take those of `@qpos/core/math`. */
export * from './kernel/math/elementary/trig.ts';
