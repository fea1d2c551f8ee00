import { VERSION } from '../version.ts';

const MODEL = `<mujoco model="balance">
  <option timestep="0.01"/>
  <asset>
    <texture name="grid" type="2d" builtin="checker" rgb1=".22 .3 .38" rgb2=".18 .25 .32" width="256" height="256"/>
    <material name="grid" texture="grid" texrepeat="4 4" texuniform="true"/>
  </asset>
  <worldbody>
    <light pos="0 -2 4" dir="0 .4 -1"/>
    <geom type="plane" size="3 3 .1" material="grid"/>
    <body name="plate" pos="0 0 1">
      <joint name="tilt" axis="0 1 0" range="-30 30"/>
      <geom type="box" size="0.5 0.1 0.02" mass="1" rgba=".2 .6 .65 1"/>
    </body>
    <body name="ball" pos="0 0 1.07">
      <freejoint name="ball"/>
      <geom size="0.05" mass="0.1" condim="6" friction="1 0.01 0.001" rgba=".9 .5 .2 1"/>
    </body>
  </worldbody>
  <actuator>
    <position name="tilt" joint="tilt" kp="30" kv="3" ctrlrange="-0.3 0.3"/>
  </actuator>
</mujoco>
`;

const TASK = `// The task: keep the ball on the plate. It runs in Node and in browsers alike.
import { register } from '@qpos/env';
import { loadModel } from 'qpos';

/** Makes the task known by its name; \`xml\` is the text of model.xml. */
export function registerTask(xml) {
  register(
    'Balance-v0',
    {
      frameSkip: 2,
      observation: 4, // angle of the plate and its rate, position of the ball and its velocity
      model: () => loadModel(xml),
      reset(ctx, rng) {
        ctx.data.qpos[1] = rng.uniform(-0.2, 0.2); // the ball starts somewhere on the plate
      },
      observe({ data: { qpos, qvel } }, out) {
        out.set([qpos[0], qvel[0], qpos[1], qvel[1]]);
      },
      evaluate(ctx) {
        const offset = ctx.data.qpos[1];
        ctx.reward = 1 - Math.abs(offset);
        ctx.terminated = Math.abs(offset) > 0.5;
      },
    },
    { maxEpisodeSteps: 500, description: 'Keep a ball on a tilting plate.' },
  );
}

/** A controller to start from: it tilts the plate against the ball. */
export function controller([, , offset, velocity]) {
  return Math.max(-0.3, Math.min(0.3, -0.6 * offset - 0.5 * velocity));
}
`;

const RUN = `// node run.js: plays one episode and prints how it went.
import fs from 'node:fs';
import { make } from '@qpos/env';
import { controller, registerTask } from './task.js';

registerTask(fs.readFileSync(new URL('./model.xml', import.meta.url), 'utf8'));
const env = await make('Balance-v0');
let { obs } = env.reset({ seed: 1 });
let [steps, total] = [0, 0];
for (let over = false; !over; steps++) {
  const result = env.step([controller(obs)]);
  total += result.reward;
  obs = result.obs;
  over = result.terminated || result.truncated;
}
console.log(\`\${steps} steps, return \${total.toFixed(1)}\`);
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>NAME</title>
    <style>
      html, body { margin: 0; height: 100%; }
      canvas { display: block; width: 100%; height: 100%; }
    </style>
  </head>
  <body>
    <canvas></canvas>
    <script type="module" src="page.js"></script>
  </body>
</html>
`;

const SCRIPT = `// The page: simulates the model in real time and draws it. The controller is that of the task.
import { createViewer } from '@qpos/viewer';
import { loadModel, makeData, step } from 'qpos';
import xml from './model.xml?raw';
import { controller } from './task.js';

const model = loadModel(xml);
const data = makeData(model);
data.qpos[1] = 0.2;
const viewer = createViewer(document.querySelector('canvas'), model);

let last = performance.now();
let ahead = 0; // seconds that the page is ahead of the simulation
function draw(now) {
  ahead = Math.min(0.1, ahead + (now - last) / 1000);
  last = now;
  for (; ahead >= model.opt.timestep; ahead -= model.opt.timestep) {
    data.ctrl[0] = controller([data.qpos[0], data.qvel[0], data.qpos[1], data.qvel[1]]);
    step(model, data);
  }
  viewer.render(data);
  document.documentElement.dataset.time = String(data.time);
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
`;

const README = `# NAME

    npm install
    npm start             a page with the simulation
    npm run task          one episode of the task, in Node
    npm run build         the page as files for any server, in dist/
    npx qpos view model.xml     the model in the studio

\`model.xml\` is the model, \`task.js\` the task and a controller, \`page.js\` the page.
`;

/** Versions of what a project needs beside qpos. */
const TOOLS = { three: '0.187.0', vite: '8.3.8' };

/** The files of a new project. */
export function projectFiles(name: string): Record<string, string> {
  const named = (text: string): string => text.replaceAll('NAME', name);
  const ours = `^${VERSION}`;
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: { start: 'vite --open', build: 'vite build --base ./', task: 'node run.js' },
    dependencies: { '@qpos/env': ours, '@qpos/viewer': ours, qpos: ours, three: TOOLS.three },
    devDependencies: { '@qpos/cli': ours, vite: TOOLS.vite },
  };
  return {
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'README.md': named(README),
    '.gitignore': 'node_modules\ndist\n',
    'model.xml': MODEL,
    'task.js': TASK,
    'run.js': RUN,
    'index.html': named(PAGE),
    'page.js': SCRIPT,
  };
}
