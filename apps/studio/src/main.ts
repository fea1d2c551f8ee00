import 'lil-gui.css';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { explainNoGraphics } from './no-graphics.ts';
import { Studio } from './studio.ts';

try {
  const studio = new Studio();
  Object.assign(globalThis, { studio }); // for the console
  studio.start();
} catch (error) {
  explainNoGraphics(error);
}
