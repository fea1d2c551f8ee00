// A project of a user: the packages packed and installed from their tarballs, with small programs that run them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../packages.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a command and returns what it printed; an error says what went wrong. Warnings are errors where `silent` asks for it. */
export function run(command, args, { cwd, env = {}, silent = false } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 300_000,
  });
  if (error) throw error;
  if (status !== 0 || (silent && stderr !== ''))
    throw new Error(lastWords(stderr) || lastWords(stdout) || `status ${status}`);
  return stdout.trim();
}

/** The line of an output that says most: the first that names an error, else the last. */
function lastWords(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** Installs packages into a folder with npm. */
export function install(folder, packages, options = []) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'package.json');
  if (!fs.existsSync(file)) fs.writeFileSync(file, '{ "private": true }\n');
  run(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error', ...options, ...packages], { cwd: folder });
}

/** Packs packages of the workspace; returns the tarballs. */
export function pack(names, folder) {
  fs.mkdirSync(folder, { recursive: true });
  const workspaces = names.flatMap((name) => ['-w', name]);
  const out = run(npm, ['pack', ...workspaces, '--pack-destination', folder, '--json'], { cwd: root });
  const packed = JSON.parse(out.slice(out.search(/^[[{]/m)));
  return Object.values(packed).map(({ filename }) => path.join(folder, filename));
}

const MODEL = `<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .15"><freejoint/><geom type="box" size=".1 .1 .1" euler="20 30 0"/></body></worldbody></mujoco>`;

/** Loads a model, steps, prints the name of the back end and qpos. */
const simulate = `
  const model = loadModel(${JSON.stringify(MODEL)});
  const data = makeData(model);
  step(model, data, 100);
  const result = backendName() + ' ' + Array.from(data.qpos).join(' ');`;
const names = '{ backendName, loadModel, makeData, setBackend, step }';

const programs = {
  'esm.mjs': `import ${names} from 'qpos';${simulate}\nconsole.log(result);\n`,
  'require.cjs': `const ${names} = require('qpos');${simulate}\nconsole.log(result);\n`,
  'js.mjs': `import 'qpos/js';\nimport ${names} from 'qpos';\nsetBackend('js');${simulate}\nconsole.log(result);\n`,
  'mjcf.mjs': `import { addBody, addGeom, parseMjcf, writeMjcf } from 'qpos/mjcf';
    delete globalThis.WebAssembly;
    const spec = parseMjcf(${JSON.stringify(MODEL)});
    addGeom(addBody(spec.worldbody, { name: 'added' }), { size: [1] });
    console.log(writeMjcf(spec).includes('added'));\n`,
  'worker-page.mjs': `new Worker(new URL('./esm.mjs', import.meta.url));\n`,
  'result.mjs': `import ${names} from 'qpos';\nexport function simulate() {${simulate}\n  return result;\n}\n`,
};

/** Makes the project in a temporary folder; `qpos` is what its programs have to print after the name of the back end. */
export function makeProject() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-load-'));
  const tarballs = pack(['@qpos/core', '@qpos/spec', 'qpos'], path.join(folder, 'tarballs'));
  const project = path.join(folder, 'project');
  install(project, tarballs, ['--offline']);
  for (const [file, text] of Object.entries(programs)) fs.writeFileSync(path.join(project, file), text);
  const [, qpos] = /^wasm ((?:\S+ ){6}\S+)$/.exec(run(process.execPath, ['esm.mjs'], { cwd: project })) ?? [];
  if (qpos === undefined) throw new Error('the packed packages do not simulate');
  return { folder, project, qpos, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
