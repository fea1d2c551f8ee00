import { codeBlock } from '../highlight.ts';
import type { Page } from '../page.ts';
import { readText } from '../repository.ts';
import { cards, type Example, liveStage } from './examples.ts';

/** The example that runs on the home page, and those that are shown below. */
const LIVE = 'quadruped-policy';
const SHOWN = ['cloth', 'drone', 'inverse-kinematics', 'tower', 'muscle-arm', 'half-cheetah-policy'];

const FEATURES: readonly [title: string, text: string, link: string, label: string][] = [
  [
    'Your models, unchanged',
    'MJCF and URDF load as they are, with includes, meshes, textures and defaults. Errors name file, line and column, and say what was probably meant.',
    'guide/models.html',
    'Models',
  ],
  [
    'Nothing to await or free',
    'The engine starts at the first call, synchronously. Fields are typed arrays that stay valid for life, with MuJoCo’s names and layouts.',
    'guide/quick-start.html',
    'Quick start',
  ],
  [
    'Reproducible to the bit',
    'The same model, state and controls give the same bytes in Node, Chromium, Firefox and Safari, on every machine and for any number of workers.',
    'guide/robustness.html',
    'Robustness',
  ],
  [
    'Thousands at a time',
    'Batches on all cores or on a GPU by WebGPU, rollouts, domain randomisation, and Gymnasium’s tasks with its rules.',
    'guide/batches.html',
    'Batches',
  ],
  [
    'Learn and control',
    'PPO, SAC, ARS and CEM train policies in Node or on a page. Inverse kinematics, LQR, iLQG and planners work on any model.',
    'guide/learning/training.html',
    'Training',
  ],
  [
    'See it',
    'A three.js viewer, a web component, and a studio to run, pull, inspect and edit models in the browser.',
    'guide/viewing/viewer.html',
    'The viewer',
  ],
];

/** Cells of the row of a generated table of the README that begins so. */
function row(name: string): string[] {
  const line = readText('README.md')
    .split('\n')
    .find((text) => text.startsWith(`| ${name}`));
  if (line === undefined) throw new Error(`the README has no row '${name}'`);
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('*', '').trim());
}

function figures(): string {
  const [, , , humanoid = ''] = row('humanoid driven');
  const [, equal = ''] = row('load, and every size');
  const total = /of (\d+) models/.exec(readText('README.md'))?.[1] ?? '';
  const [, theirs = '', ours = ''] = row('core + spec');
  const list: [string, string, string][] = [
    [
      `${Math.round(100 * Number(humanoid))} %`,
      'of the official build’s time for a step of the humanoid',
      'benchmarks.html',
    ],
    [`${equal} of ${total}`, 'models compile to the same Model, field by field', 'parity.html'],
    [ours, `to load instead of ${Number.parseFloat(theirs).toLocaleString('en')} kB, compressed`, 'benchmarks.html'],
    ['0', 'dependencies of the engine, and no memory to manage', 'guide/quick-start.html'],
  ];
  const item = ([value, text, link]: (typeof list)[number]): string =>
    `<li><a href="${link}"><strong>${value}</strong><span>${text}</span></a></li>`;
  return `<ul class="figures">${list.map(item).join('')}</ul>`;
}

const feature = ([title, text, link, label]: (typeof FEATURES)[number]): string =>
  `<li><h3>${title}</h3><p>${text}</p><a href="${link}" aria-label="${label}: ${title}">${label}</a></li>`;

/** The home page. */
export function homePage(examples: readonly Example[]): Page {
  const path = 'index.html';
  const named = (name: string): Example => {
    const found = examples.find(({ id }) => id.endsWith(`-${name}`));
    if (found === undefined) throw new Error(`there is no example '${name}'`);
    return found;
  };
  const code = readText('docs/guide/snippets/quick-start.ts').trimEnd();
  return {
    path,
    area: 'home',
    kind: 'Home',
    title: 'qpos · robot physics for JavaScript',
    description:
      'A physics engine for robotics in TypeScript: MuJoCo’s models and results, in half the time, wherever JavaScript runs.',
    html: `<section class="hero"><div class="pitch"><h1>Robot physics for&nbsp;JavaScript</h1>
<p class="lead">Load the models that robotics already has. Get what MuJoCo computes, to the last digits, in half the time, in Node, browsers and workers.</p>
<p class="actions"><a class="button primary" href="guide/quick-start.html">Get started</a><a class="button" href="examples/index.html">Examples</a><a class="button" href="api/index.html">API</a></p></div>${liveStage(named(LIVE), path)}</section>
${figures()}
<section class="band"><h2>What it is good at</h2><ul class="features">${FEATURES.map(feature).join('')}</ul></section>
<section class="band split"><div><h2>Ten lines to a simulation</h2><p>Functions drop MuJoCo’s prefix and keep the order of their arguments; fields keep their names letter for letter, so its documentation and your indices apply.</p>
<p>Coming from <a href="guide/from-mujoco.html">MuJoCo in Python or C</a>, <a href="guide/migration/from-mujoco-js.html"><code>@mujoco/mujoco</code></a>, <a href="guide/migration/from-rapier.html">Rapier</a> or <a href="guide/learning/from-gymnasium.html">Gymnasium</a>?</p></div>${codeBlock(code, 'ts')}</section>
<section class="band"><h2>Live examples</h2>${cards(SHOWN.map(named), path)}<p class="more"><a href="examples/index.html">All ${examples.length} examples</a></p></section>`,
    headings: [],
    sections: [],
    sidebar: [],
  };
}
