import { createViewer } from '@qpos/viewer';
import { fetchModel, loadModel, makeData, step } from 'qpos';

// the model and every file that it names, from below one address
const { file, files } = await fetchModel('/models', 'newtons-cradle.xml');
const model = loadModel(files[file] as Uint8Array, { file, files });
const data = makeData(model);
data.joint('swing0').qpos[0] = 0.8;

const viewer = createViewer(document.querySelector('canvas') as HTMLCanvasElement, model);
const output = document.querySelector('output') as HTMLOutputElement;
let last = 0;

function frame(now: number): void {
  const seconds = Math.min(0.05, (now - last) / 1000); // no leap at the start or after a pause
  last = now;
  step(model, data, Math.round(seconds / model.opt.timestep));
  viewer.render(data);
  output.value = `${data.time.toFixed(2)} s`;
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
