import { idToName, type Model } from '@qpos/core';

/** Something that is often looked at: its title, and the expressions of its curves. */
export interface Preset {
  readonly title: string;
  readonly text: string;
}

const GROUP = 8; // controls in one plot

const quoted = (name: string): string => (name.includes('"') ? `'${name}'` : `"${name}"`);

/** How an expression names an object: by its name, or by its index where it has none that can be written. */
function keyOf(model: Model, kind: string, id: number): string {
  const name = idToName(model, kind, id);
  return name === undefined || (name.includes('"') && name.includes("'")) ? String(id) : quoted(name);
}

const nameOf = (model: Model, kind: string, id: number): string => idToName(model, kind, id) ?? `${kind} ${id}`;

function controls(model: Model): Preset[] {
  const presets: Preset[] = [];
  for (let first = 0; first < model.nactuator; first += GROUP) {
    const group = Array.from({ length: Math.min(GROUP, model.nactuator - first) }, (_, k) => first + k);
    const last = first + group.length - 1;
    const list = (field: string, adr: Int32Array): string =>
      group.map((a) => `${quoted(nameOf(model, 'actuator', a).replaceAll('"', ''))} = ${field}[${adr[a]}]`).join(', ');
    presets.push({ title: `Controls ${first}–${last}`, text: list('ctrl', model.actuator_ctrladr) });
    presets.push({ title: `Actuator forces ${first}–${last}`, text: list('actuator_force', model.actuator_outadr) });
  }
  return presets;
}

/** What is worth a look in a model. */
export function presetsOf(model: Model): Preset[] {
  const presets: Preset[] = [
    { title: 'Energy', text: 'potential = energy[0], kinetic = energy[1], total = sum(energy)' },
    { title: 'Contact force', text: 'normal = contact_normal, friction = contact_tangent' },
    { title: 'Solver', text: 'iterations = sum(solver_niter), rows = nefc, contacts = ncon' },
  ];
  for (let s = 0; s < model.nsensor; s++) {
    const shown = model.sensor_dim[s] > GROUP ? `[0:${GROUP}]` : '';
    const title = `Sensor ${nameOf(model, 'sensor', s)}`;
    presets.push({ title, text: `sensor(${keyOf(model, 'sensor', s)})${shown}` });
  }
  presets.push(...controls(model));
  for (let j = 0; j < model.njnt; j++) {
    if (model.jnt_type[j] < 2) continue; // free and ball joints have no single position
    const key = keyOf(model, 'joint', j);
    const text = `position = joint(${key}).qpos, velocity = joint(${key}).qvel`;
    presets.push({ title: `Joint ${nameOf(model, 'joint', j)}`, text });
  }
  return presets;
}
