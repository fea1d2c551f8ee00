import 'dockview-core/dist/styles/dockview.css';
import 'lil-gui.css';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { startEngine } from './engine.ts';
import { explainNoGraphics } from './no-graphics.ts';
import { Studio } from './studio.ts';

await startEngine();
try {
  const studio = new Studio();
  Object.assign(globalThis, { studio }); // for the console
  studio.start();
} catch (error) {
  explainNoGraphics(error);
}
