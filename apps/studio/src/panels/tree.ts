import { idToName, type Model } from '@qpos/core';
import type { Pointer } from '../pointer.ts';
import type { Simulation } from '../simulation.ts';
import { el } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import type { Panel } from '../ui/panel.ts';
import { Inspector, type ObjectKind } from './inspector.ts';

const MOST = 4000; // rows

/** The bodies of the model as a tree, with what is attached to them, and the properties of the chosen one. */
export class TreePanel implements Panel {
  readonly id = 'tree';
  readonly title = 'Model';
  readonly element = el('div', { class: 'model' });
  readonly #sim: Simulation;
  readonly #pointer: Pointer;
  readonly #list = el('div', { class: 'tree' });
  readonly #inspector: Inspector;
  readonly #rows = new Map<string, HTMLButtonElement>();
  #chosen: HTMLButtonElement | undefined;

  constructor(sim: Simulation, pointer: Pointer) {
    this.#sim = sim;
    this.#pointer = pointer;
    this.#inspector = new Inspector(sim);
    this.element.append(this.#list, this.#inspector.element);
    sim.on('loaded', () => this.#build());
  }

  /** Shows a body that was chosen in the picture. */
  showBody(body: number): void {
    if (body < 0) {
      this.#mark(undefined);
      this.#inspector.clear();
      return;
    }
    const row = this.#rows.get(`body ${body}`);
    for (let parent = row?.parentElement; parent; parent = parent.parentElement)
      if (parent instanceof HTMLDetailsElement) parent.open = true;
    this.#mark(row);
    row?.scrollIntoView({ block: 'nearest' });
    this.#inspector.show('body', body);
  }

  #build(): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    this.#rows.clear();
    this.#inspector.clear();
    this.#chosen = undefined;
    const children: number[][] = Array.from({ length: model.nbody }, () => []);
    for (let b = 1; b < model.nbody; b++) children[model.body_parentid[b]]?.push(b);
    const lists: HTMLElement[] = [];
    lists.push(this.#body(model, children, 0, 0));
    for (const [kind, title, count] of [
      ['actuator', 'Actuators', model.nactuator],
      ['tendon', 'Tendons', model.ntendon],
      ['sensor', 'Sensors', model.nsensor],
      ['equality', 'Equalities', model.neq],
      ['camera', 'Cameras', model.ncam],
      ['light', 'Lights', model.nlight],
    ] as const)
      if (count > 0)
        lists.push(
          this.#folder(
            title,
            Array.from({ length: Math.min(count, MOST) }, (_, i) => this.#row(model, kind, i)),
          ),
        );
    this.#list.replaceChildren(...lists);
  }

  #body(model: Model, children: readonly number[][], body: number, depth: number): HTMLElement {
    const content: HTMLElement[] = [];
    if (this.#rows.size < MOST) {
      const joints = model.body_jntadr[body];
      for (let j = joints; j < joints + model.body_jntnum[body]; j++) content.push(this.#row(model, 'joint', j));
      const geoms = model.body_geomadr[body];
      for (let g = geoms; g < geoms + model.body_geomnum[body]; g++) content.push(this.#row(model, 'geom', g));
      for (let s = 0; s < model.nsite && model.nsite < 500; s++)
        if (model.site_bodyid[s] === body) content.push(this.#row(model, 'site', s));
      if (depth < 200)
        for (const child of children[body] ?? []) content.push(this.#body(model, children, child, depth + 1));
    }
    const details = el('details', { open: depth < 2 }, el('summary', {}, this.#row(model, 'body', body)), ...content);
    return details;
  }

  #folder(title: string, content: HTMLElement[]): HTMLElement {
    return el('details', {}, el('summary', {}, el('span', { class: 'folder' }, title)), ...content);
  }

  #row(model: Model, kind: ObjectKind, id: number): HTMLButtonElement {
    const name = idToName(model, kind, id) ?? (kind === 'body' && id === 0 ? 'world' : `${kind} ${id}`);
    const press = (event: Event): void => {
      event.preventDefault();
      this.#mark(row);
      this.#pointer.select(kind === 'body' && id > 0 ? id : -1);
      this.#pointer.markGeom(kind === 'geom' ? id : -1);
      this.#inspector.show(kind, id);
      this.#mark(row);
    };
    const row = el(
      'button',
      { type: 'button', class: `node ${kind}`, title: `${kind} ${name}`, on: { click: press } },
      icon(kind),
      el('span', {}, name),
    );
    this.#rows.set(`${kind} ${id}`, row);
    return row;
  }

  #mark(row: HTMLButtonElement | undefined): void {
    this.#chosen?.removeAttribute('aria-current');
    row?.setAttribute('aria-current', 'true');
    this.#chosen = row;
  }
}
