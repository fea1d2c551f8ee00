import { createViewer } from '@qpos/viewer';
import { fetchModel, loadModel, makeData, step } from 'qpos';
import { Mesh, MeshStandardMaterial, SphereGeometry } from 'three';

const { file, files } = await fetchModel('/models', 'quadruped.xml');
const model = loadModel(files[file] as Uint8Array, { file, files });
const data = makeData(model);

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const viewer = createViewer(canvas, model, { quality: 'low' });

// the camera follows the robot, from the side
viewer.rig.mode = { kind: 'track', body: model.body('trunk').id };
viewer.rig.azimuth = 135;
viewer.rig.elevation = -20;

// what is drawn besides the model
viewer.options.contactPoint = true;
viewer.options.contactForce = true;
viewer.options.frame = 'site';

// things of your own in the same scene
const goal = new Mesh(new SphereGeometry(0.05), new MeshStandardMaterial({ color: 'tomato' }));
goal.position.set(0.6, 0, 0.3);
viewer.view.scene.add(goal);

// what is under the pointer
canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
  const x = (2 * offsetX) / canvas.clientWidth - 1;
  const y = 1 - (2 * offsetY) / canvas.clientHeight;
  const picked = viewer.pick(data, x, y);
  viewer.view.selected = picked === undefined ? -1 : picked.body;
});

const output = document.querySelector('output') as HTMLOutputElement;
let last = 0;
function frame(now: number): void {
  const seconds = Math.min(0.05, (now - last) / 1000);
  last = now;
  step(model, data, Math.round(seconds / model.opt.timestep));
  viewer.render(data);
  output.value = `${data.time.toFixed(2)} s, ${data.ncon} contacts`;
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
