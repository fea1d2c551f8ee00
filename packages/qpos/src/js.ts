/** Registers the `js` back end, for pages that forbid WebAssembly and for debugging: `import 'qpos/js'`. */
import '@qpos/core/js';
