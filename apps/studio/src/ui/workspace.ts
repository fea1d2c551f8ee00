import {
  createDockview,
  type DockviewApi,
  type IContentRenderer,
  type IDockviewPanel,
  type ITabRenderer,
} from 'dockview-core';
import { el } from './dom.ts';
import type { Panel } from './panel.ts';

export type Side = 'left' | 'right';

const NARROW = 700; // pixels; below it panels lie under the picture
const STORED = 'qpos-layout';
const STAGE = 'stage';
const SAVE_MS = 300;

/** Sizes that the panels begin with, in pixels. */
const WIDTH: Readonly<Record<Side, number>> = { left: 280, right: 330 };
const LEAST = 160;
const EDITOR_WIDTH = 480;

/** A tab: the title of a panel, with a number beside it if it has one. Arrow keys go to its neighbours. */
class Tab implements ITabRenderer {
  readonly element: HTMLElement;

  constructor({ id, title }: Panel, press: (key: string) => boolean) {
    this.element = el('span', { class: 'tab', id: `tab-${id}`, tabIndex: -1 }, title);
    this.element.setAttribute('role', 'tab');
    this.element.setAttribute('aria-controls', `panel-${id}`);
    this.element.addEventListener('click', () => this.element.focus()); // dragging gets in the way of the browser's own focus
    this.element.addEventListener('keydown', (event) => {
      if (!press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  init(): void {}
}

/** The window: the picture, and panels around it that can be dragged, resized, stacked and hidden. */
export class Workspace {
  readonly #root: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #homes = new Map<string, Side>();
  readonly #panels = new Map<string, Panel>();
  readonly #tabs = new Map<string, Tab>();
  readonly #visible = new Set<string>();
  readonly #api: DockviewApi;
  readonly #hidden: Record<Side, string[]> = { left: [], right: [] };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, stage: HTMLElement, panels: Readonly<Record<Side, readonly Panel[]>>) {
    this.#root = root;
    this.#stage = stage;
    for (const side of ['left', 'right'] as const)
      for (const panel of panels[side]) {
        this.#homes.set(panel.id, side);
        this.#panels.set(panel.id, panel);
        this.#tabs.set(panel.id, new Tab(panel, (key) => this.#pressTab(panel.id, key)));
        panel.element.id = `panel-${panel.id}`;
        panel.element.classList.add('panel');
        panel.element.setAttribute('role', 'tabpanel');
        panel.element.setAttribute('aria-labelledby', `tab-${panel.id}`);
      }
    this.#api = createDockview(root, {
      createComponent: ({ id }) => this.#content(id),
      createTabComponent: ({ id }) => this.#tabs.get(id),
      theme: { name: 'qpos', className: 'dockview-theme-qpos', dndPanelOverlay: 'group' },
      disableFloatingGroups: true,
      disableTabsOverflowList: true,
      scrollbars: 'native',
    });
    this.#arrange();
    this.#api.onDidLayoutChange(() => this.#changed());
    this.#api.onDidActivePanelChange(() => this.#changed());
    addEventListener('pagehide', () => this.#save()); // what was changed just before
    this.#changed();
  }

  #content(id: string): IContentRenderer {
    const element = id === STAGE ? this.#stage : this.#panels.get(id)?.element;
    return { element: element ?? el('div'), init: () => {} };
  }

  get narrow(): boolean {
    return this.#root.clientWidth < NARROW;
  }

  get #stored(): string {
    return `${STORED}-${this.narrow ? 'narrow' : 'wide'}`;
  }

  /** The arrangement of the last visit if there is one that fits, else the first one. */
  #arrange(): void {
    this.#api.layout(this.#root.clientWidth, this.#root.clientHeight);
    try {
      const stored = localStorage.getItem(this.#stored);
      if (stored !== null && this.#restore(JSON.parse(stored))) return;
    } catch {
      // storage may be forbidden, or what is in it from another version
    }
    this.reset();
  }

  #restore(layout: Parameters<DockviewApi['fromJSON']>[0]): boolean {
    const wanted = [STAGE, ...this.#panels.keys()].sort().join();
    if (
      Object.keys(layout.panels ?? {})
        .sort()
        .join() !== wanted
    )
      return false;
    this.#api.fromJSON(layout);
    this.#lockStage();
    for (const group of this.#api.groups) group.api.setVisible(true);
    return true;
  }

  /** Puts all panels where they were at first. */
  reset(): void {
    this.#api.clear();
    this.#hidden.left = [];
    this.#hidden.right = [];
    this.#api.addPanel({ id: STAGE, component: STAGE, title: 'Simulation', renderer: 'onlyWhenVisible' });
    const narrow = this.narrow;
    const first = new Map<string, string>();
    for (const [id, panel] of this.#panels) {
      const side = this.#homes.get(id) ?? 'right';
      const place = narrow ? 'below' : side;
      const beside = first.get(place);
      const position =
        beside === undefined
          ? { referencePanel: STAGE, direction: narrow ? ('below' as const) : side }
          : { referencePanel: beside, direction: 'within' as const };
      const size =
        beside !== undefined ? {} : narrow ? { initialHeight: 0.44 * innerHeight } : { initialWidth: WIDTH[side] };
      this.#api.addPanel({
        id,
        component: id,
        tabComponent: id,
        title: panel.title,
        position,
        inactive: true,
        ...size,
      });
      if (beside === undefined) first.set(place, id);
    }
    for (const id of first.values()) this.#api.getPanel(id)?.api.setActive();
    for (const group of this.#api.groups)
      group.api.setConstraints(narrow ? { minimumHeight: LEAST } : { minimumWidth: LEAST });
    this.#lockStage();
  }

  /** The picture has no tab, and nothing can be put on top of it. */
  #lockStage(): void {
    const group = this.#api.getPanel(STAGE)?.group;
    if (group === undefined) return;
    group.header.hidden = true;
    group.locked = true;
  }

  /** Whether a panel can be seen. */
  isVisible(id: string): boolean {
    const panel = this.#api.getPanel(id);
    return panel !== undefined && panel.group.activePanel === panel && !this.#isHidden(panel.group.id);
  }

  #isHidden(group: string): boolean {
    return this.#hidden.left.includes(group) || this.#hidden.right.includes(group);
  }

  show(id: string): void {
    const panel = this.#api.getPanel(id);
    if (panel === undefined) return;
    this.#setVisible([panel.group.id], true);
    panel.api.setActive();
    const wide = id === 'editor' && !this.narrow && panel.group.width < EDITOR_WIDTH - 40;
    if (wide) panel.group.api.setSize({ width: Math.min(EDITOR_WIDTH, 0.46 * this.#root.clientWidth) });
    this.#changed();
  }

  /** Shows a panel, or hides those of its side if it is in view. */
  toggle(id: string): void {
    if (this.isVisible(id)) {
      const group = this.#api.getPanel(id)?.group.id;
      if (group !== undefined) this.#setVisible([group], false);
    } else this.show(id);
  }

  /** Whether anything is to be seen on a side of the picture. */
  isOpen(side: Side): boolean {
    return this.#beside(side).length > 0;
  }

  /** Shows or hides all panels on a side of the picture. */
  setOpen(side: Side, open: boolean): void {
    if (open === this.isOpen(side)) return;
    if (open && this.narrow) {
      const first = [...this.#homes].find(([, home]) => home === side)?.[0];
      if (first !== undefined) this.show(first);
    } else if (open) this.#setVisible(this.#hidden[side], true);
    else this.#setVisible(this.#beside(side), false, side);
  }

  /** Groups in view on a side of the picture; in narrow windows all are below it, and count by the panel that is in front. */
  #beside(side: Side): string[] {
    const stage = this.#stage.getBoundingClientRect();
    return this.#api.groups
      .filter((group) => {
        if (group.activePanel?.id === STAGE || this.#isHidden(group.id)) return false;
        if (this.narrow) return this.#homes.get(group.activePanel?.id ?? '') === side;
        const { left, right } = group.element.getBoundingClientRect();
        return (left + right < stage.left + stage.right ? 'left' : 'right') === side;
      })
      .map(({ id }) => id);
  }

  #setVisible(groups: readonly string[], visible: boolean, side: Side = 'right'): void {
    for (const id of groups) {
      const group = this.#api.groups.find((g) => g.id === id);
      if (group === undefined || this.#isHidden(id) !== visible) continue;
      const home = visible ? side : this.#sideOf(group.id);
      group.api.setVisible(visible);
      for (const each of ['left', 'right'] as const) this.#hidden[each] = this.#hidden[each].filter((g) => g !== id);
      if (!visible) this.#hidden[home].push(id);
    }
    this.#changed();
  }

  #sideOf(group: string): Side {
    return this.#beside('left').includes(group) ? 'left' : 'right';
  }

  /** Moves a panel to another place, as dragging it does. */
  move(id: string, to: Side | 'below'): void {
    const panel = this.#api.getPanel(id);
    const stage = this.#api.getPanel(STAGE);
    if (panel === undefined || stage === undefined) return;
    const position = to === 'below' ? 'bottom' : to;
    const target =
      to === 'below' ? undefined : this.#api.groups.find((g) => g !== panel.group && this.#beside(to).includes(g.id));
    if (target === undefined) panel.api.moveTo({ group: stage.group, position });
    else panel.api.moveTo({ group: target, position: 'center' });
    panel.api.setActive();
    this.#changed();
  }

  /** Shows a number beside the title of a panel; none for zero. */
  badge(id: string, count: number): void {
    const tab = this.#tabs.get(id)?.element;
    const old = tab?.querySelector('.badge');
    if (count === 0) old?.remove();
    else if (old) old.textContent = String(count);
    else tab?.append(el('span', { class: 'badge' }, String(count)));
  }

  /** All panels, for the command palette. */
  get panels(): Iterable<Panel> {
    return this.#panels.values();
  }

  #pressTab(id: string, key: string): boolean {
    const panel = this.#api.getPanel(id);
    if (panel === undefined) return false;
    if (key === 'Enter') {
      panel.api.setActive();
      return true;
    }
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return false;
    const { panels } = panel.group;
    const next = panels[(panels.indexOf(panel as IDockviewPanel) + by + panels.length) % panels.length];
    next?.api.setActive();
    this.#changed();
    this.#tabs.get(next?.id ?? '')?.element.focus();
    return true;
  }

  /** Tells panels whether they are in view, and marks the tabs. */
  #changed(): void {
    for (const group of this.#api.groups) {
      group.element.hidden = this.#isHidden(group.id); // not only without width: keys must not get there
      group.element.querySelector('.dv-tabs-container')?.setAttribute('role', 'tablist');
    }
    for (const [id, panel] of this.#panels) {
      const visible = this.isVisible(id);
      const tab = this.#tabs.get(id)?.element;
      const front = this.#api.getPanel(id)?.group.activePanel?.id === id;
      tab?.setAttribute('aria-selected', String(front));
      if (tab !== undefined) tab.tabIndex = front ? 0 : -1;
      if (tab?.parentElement) tab.parentElement.tabIndex = -1;
      tab?.parentElement?.setAttribute('role', 'presentation');
      if (visible === this.#visible.has(id)) continue;
      if (visible) this.#visible.add(id);
      else this.#visible.delete(id);
      panel.shown?.(visible);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SAVE_MS);
  }

  #save(): void {
    try {
      localStorage.setItem(this.#stored, JSON.stringify(this.#api.toJSON()));
    } catch {
      // then it lasts as long as the page
    }
  }
}
