import { createSimulationWorker } from '@qpos/batch';
import { createViewer } from '@qpos/viewer';
import { fetchModel, loadModel } from 'qpos';

const { file, files } = await fetchModel('/models', 'newtons-cradle.xml');
const model = loadModel(files[file] as Uint8Array, { file, files });

const simulation = await createSimulationWorker(model);
const viewer = createViewer(document.querySelector('canvas') as HTMLCanvasElement, model);
const output = document.querySelector('output') as HTMLOutputElement;
simulation.onFrame = (data) => {
  viewer.render(data);
  output.value = `${data.time.toFixed(2)} s`;
};
const qpos = simulation.data.qpos.slice();
qpos[model.joint('swing0').qposadr] = 0.8;
simulation.set({ qpos });
simulation.play();
