import type { Command } from 'commander';
import type { Model } from 'qpos';
import { type Io, type Out, print, printJson } from '../io.ts';
import {
  actuatorKind,
  actuatorTarget,
  coneName,
  equalityTypeName,
  geomTypeName,
  integratorName,
  isAngular,
  jointTypeName,
  nameOf,
  objectName,
  sensorTypeName,
  solverName,
} from '../model/describe.ts';
import { openModel } from '../model/open.ts';
import { table } from '../output/table.ts';
import { type Colors, clean, colors, count, num } from '../output/terminal.ts';
import { fillLines, wrapText } from '../output/wrap.ts';
import { addCommand, addJson, mentionWarnings } from './shared.ts';

const range = (n: number): number[] => Array.from({ length: n }, (_, k) => k);
const pair = (values: Float64Array): [number, number] => [values[0] ?? 0, values[1] ?? 0];

function joints(model: Model) {
  return range(model.njnt).map((j) => {
    const { name, type, bodyid, limited, range: limits, stiffness, dofadr } = model.joint(j);
    return {
      name,
      type: jointTypeName(type),
      body: nameOf(model, 'body', bodyid),
      range: limited === 1 ? pair(limits) : null,
      angular: isAngular(type),
      damping: model.dof_damping[dofadr] as number,
      stiffness,
      armature: model.dof_armature[dofadr] as number,
    };
  });
}

function actuators(model: Model) {
  return range(model.nactuator).map((a) => {
    const { name, ctrladr, ctrlnum, forcelimited, forcerange, outadr } = model.actuator(a);
    return {
      name,
      kind: actuatorKind(model, a),
      target: actuatorTarget(model, a),
      controls: ctrlnum,
      ctrlrange:
        ctrlnum > 0 && model.actuator_ctrllimited[ctrladr] === 1
          ? pair(model.actuator_ctrlrange.subarray(2 * ctrladr, 2 * ctrladr + 2))
          : null,
      forcerange: forcelimited === 1 ? pair(forcerange) : null,
      gear: model.actuator_gear[6 * outadr] as number,
    };
  });
}

function sensors(model: Model) {
  return range(model.nsensor).map((s) => {
    const { name, type, objtype, objid, dim, cutoff, noise } = model.sensor(s);
    return { name, type: sensorTypeName(type), object: objectName(model, objtype, objid), size: dim, cutoff, noise };
  });
}

function bodies(model: Model) {
  return range(model.nbody).map((b) => {
    const body = model.body(b);
    const geoms = range(body.geomnum).map((k) => geomTypeName(model.geom_type[body.geomadr + k] as number));
    return {
      id: b,
      name: body.name,
      parent: b === 0 ? -1 : body.parentid,
      mass: body.mass,
      subtreemass: body.subtreemass,
      inertia: Array.from(body.inertia),
      joints: range(body.jntnum).map((k) => body.jntadr + k),
      geoms,
      mocap: body.mocapid >= 0,
    };
  });
}

/** All that `qpos info --json` says about a model. */
export function describeModel(model: Model, file: string) {
  const { timestep, integrator, solver, cone, gravity, iterations } = model.opt;
  const sizes = {
    nq: model.nq,
    nv: model.nv,
    nu: model.nu,
    na: model.na,
    nbody: model.nbody,
    njnt: model.njnt,
    ngeom: model.ngeom,
    nsite: model.nsite,
    ncam: model.ncam,
    nlight: model.nlight,
    nmesh: model.nmesh,
    nhfield: model.nhfield,
    ntex: model.ntex,
    nmat: model.nmat,
    ntendon: model.ntendon,
    neq: model.neq,
    nsensor: model.nsensor,
    nsensordata: model.nsensordata,
    nkey: model.nkey,
    nmocap: model.nmocap,
    npair: model.npair,
    nexclude: model.nexclude,
  };
  return {
    file,
    name: modelName(model),
    mass: model.body_subtreemass[0] as number,
    sizes,
    options: {
      timestep,
      integrator: integratorName(integrator),
      solver: solverName(solver),
      iterations,
      cone: coneName(cone),
      gravity: Array.from(gravity),
    },
    bodies: bodies(model),
    joints: joints(model),
    actuators: actuators(model),
    sensors: sensors(model),
    tendons: range(model.ntendon).map((t) => ({
      name: nameOf(model, 'tendon', t),
      length: model.tendon_length0[t] as number,
      range: model.tendon_limited[t] === 1 ? pair(model.tendon_range.subarray(2 * t, 2 * t + 2)) : null,
    })),
    equalities: range(model.neq).map((e) => ({
      name: nameOf(model, 'equality', e),
      type: equalityTypeName(model.eq_type[e] as number),
      active: model.eq_active0[e] === 1,
    })),
    cameras: range(model.ncam).map((k) => nameOf(model, 'camera', k)),
    keyframes: range(model.nkey).map((k) => nameOf(model, 'key', k)),
  };
}

type Description = ReturnType<typeof describeModel>;

/** The model's own name: the first text of its names. */
function modelName(model: Model): string {
  const end = model.names.indexOf(0);
  return new TextDecoder().decode(Uint8Array.from(model.names.subarray(0, Math.max(0, end))));
}

/** A range, in degrees where it is of angles. */
function rangeText(limits: readonly [number, number] | null, angular = false): string {
  if (limits === null) return '';
  const degrees = (x: number): string => `${num((x * 180) / Math.PI, 3)}°`;
  const text = angular ? degrees : (x: number): string => num(x, 3);
  return `${text(limits[0])} … ${text(limits[1])}`;
}

/** What a body has, after its name in the tree. */
function bodyParts(d: Description, b: Description['bodies'][number], c: Colors): string[] {
  const parts = [b.id === 0 ? '' : `${num(b.mass, 3)} kg`];
  for (const j of b.joints) {
    const joint = d.joints[j];
    if (joint === undefined) continue;
    const limits = joint.range === null ? '' : ` ${c.dim(rangeText(joint.range, joint.angular))}`;
    parts.push(`${c.cyan(joint.type)}${joint.name === '' ? '' : ` ${clean(joint.name)}`}${limits}`);
  }
  if (b.mocap) parts.push(c.magenta('mocap'));
  const shapes = new Map<string, number>();
  for (const g of b.geoms) shapes.set(g, (shapes.get(g) ?? 0) + 1);
  if (shapes.size > 0) parts.push(c.dim([...shapes].map(([g, n]) => (n === 1 ? g : `${n} ${g}`)).join(', ')));
  return parts.filter((p) => p !== '');
}

/** The bodies as a tree, with lines. */
function treeText(d: Description, c: Colors, width: number): string {
  const children = new Map<number, number[]>();
  for (const b of d.bodies) children.set(b.parent, [...(children.get(b.parent) ?? []), b.id]);
  const lines: string[] = [];
  const pending: { id: number; lead: string; branch: string }[] = [{ id: 0, lead: '', branch: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const b = d.bodies[next.id] as Description['bodies'][number];
    const lead = next.lead + (next.branch === '' ? '' : next.branch === '└─ ' ? '   ' : '│  ');
    const below = children.get(b.id) ?? [];
    const name = c.bold(clean(b.name) || `body ${b.id}`);
    const [first = '', ...others] = bodyParts(d, b, c);
    const rest = lead + (below.length > 0 ? '│    ' : '     '); // under the name, past the line to its children
    const parts = [first === '' ? name : `${name}  ${first}`, ...others];
    const room = width - rest.length;
    const [line = '', ...more] = fillLines(parts, c.dim(' · '), room).flatMap((text) =>
      wrapText(text, room, 2).split('\n'),
    );
    lines.push(c.dim(next.lead + next.branch) + line, ...more.map((text) => c.dim(rest) + text));
    for (const [k, id] of below.toReversed().entries()) pending.push({ id, lead, branch: k === 0 ? '└─ ' : '├─ ' });
  }
  return lines.join('\n');
}

function section(out: Out, title: string, header: string[], rows: string[][], right: number[] = []): string {
  if (rows.length === 0) return '';
  const c = colors(out);
  const body = table(out, { head: header.map((h) => c.dim(h)), rows: rows.map((row) => row.map(clean)), right });
  return `\n${c.bold(title)} (${rows.length})\n${body}`;
}

function infoText(d: Description, out: Out): string {
  const c = colors(out);
  const { sizes: s, options: o } = d;
  const things = [
    count(s.nbody - 1, 'body', 'bodies'),
    count(s.njnt, 'joint'),
    count(s.nv, 'dof'),
    count(s.ngeom, 'geom'),
    s.nmesh > 0 ? count(s.nmesh, 'mesh', 'meshes') : '',
    s.nsite > 0 ? count(s.nsite, 'site') : '',
    count(d.actuators.length, 'actuator'),
    count(s.nsensor, 'sensor'),
    s.ntendon > 0 ? count(s.ntendon, 'tendon') : '',
    s.neq > 0 ? count(s.neq, 'equality', 'equalities') : '',
  ];
  const rows = [
    ['size', things.filter((t) => t !== '').join(', ')],
    ['mass', `${num(d.mass)} kg`],
    ['step', `${num(o.timestep)} s, ${o.integrator}, ${o.solver} solver (${o.iterations} iterations), ${o.cone} cones`],
    ['gravity', o.gravity.map((x) => num(x)).join(' ')],
    ...(d.keyframes.length > 0 ? [['keyframes', d.keyframes.map(clean).join(', ')]] : []),
    ...(d.cameras.length > 0 ? [['cameras', d.cameras.map(clean).join(', ')]] : []),
  ].map(([name = '', value = '']) => [c.dim(`  ${name}`), value]);
  const parts = [
    `${c.bold(clean(d.name) || 'model')}  ${c.dim(d.file)}`,
    table(out, { rows }),
    `\n${treeText(d, c, out.columns ?? Number.POSITIVE_INFINITY)}`,
    section(
      out,
      'actuators',
      ['name', 'kind', 'acts on', 'controls', 'forces', 'gear'],
      d.actuators.map((a, k) => [
        a.name || `actuator ${k}`,
        a.kind,
        a.target,
        rangeText(a.ctrlrange) || 'any',
        rangeText(a.forcerange) || 'any',
        num(a.gear),
      ]),
      [5],
    ),
    section(
      out,
      'sensors',
      ['name', 'type', 'of', 'size'],
      d.sensors.map((x, k) => [x.name || `sensor ${k}`, x.type, x.object, String(x.size)]),
      [3],
    ),
    section(
      out,
      'tendons',
      ['name', 'length', 'range'],
      d.tendons.map((t) => [t.name, num(t.length), rangeText(t.range)]),
      [1],
    ),
    section(
      out,
      'equalities',
      ['name', 'type', 'on'],
      d.equalities.map((e) => [e.name, e.type, e.active ? 'yes' : 'no']),
    ),
  ];
  return parts.filter((p) => p !== '').join('\n');
}

/** `qpos info`. */
export function addInfo(program: Command, io: Io): void {
  const command = addCommand(program, 'info', 'describe a model: tree, sizes, masses, joints, actuators, sensors', [
    'qpos info models/humanoid.xml',
    'qpos info robot.urdf --json | jq .mass',
  ]).argument('<model>', 'MJCF, URDF, zip or compiled model; - is the standard input');
  addJson(command).action((file: string, options: { json: boolean }) => {
    const opened = openModel(file);
    const description = describeModel(opened.model, file);
    if (options.json) return printJson(io, description);
    mentionWarnings(io, opened);
    print(io, infoText(description, io.stdout));
  });
}
