import { el } from './dom.ts';

/** A panel in a dock: its content is made when it is first shown. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Called when the panel comes into view or leaves it. */
  shown?(visible: boolean): void;
}

/** A side of the window with tabs. */
export class Dock {
  readonly #root: HTMLElement;
  readonly #panels: readonly Panel[];
  readonly #tabs: HTMLButtonElement[];
  #current: Panel | undefined;
  #open = true;

  constructor(root: HTMLElement, panels: readonly Panel[]) {
    this.#root = root;
    this.#panels = panels;
    this.#tabs = panels.map((panel, k) => {
      const tab = el(
        'button',
        { type: 'button', class: 'tab', id: `tab-${panel.id}`, on: { click: () => this.show(panel.id) } },
        panel.title,
      );
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', `panel-${panel.id}`);
      tab.addEventListener('keydown', (event) => this.#arrow(event, k));
      return tab;
    });
    const list = el('div', { class: 'tabs' }, ...this.#tabs);
    list.setAttribute('role', 'tablist');
    root.append(list);
    for (const panel of panels) {
      panel.element.id = `panel-${panel.id}`;
      panel.element.classList.add('panel');
      panel.element.setAttribute('role', 'tabpanel');
      panel.element.setAttribute('aria-labelledby', `tab-${panel.id}`);
      panel.element.hidden = true;
      root.append(panel.element);
    }
    const first = panels[0];
    if (first !== undefined) this.#select(first);
  }

  get open(): boolean {
    return this.#open;
  }
  set open(open: boolean) {
    this.#open = open;
    this.#root.hidden = !open;
    this.#current?.shown?.(open);
  }

  show(id: string): void {
    const panel = this.#panels.find((p) => p.id === id);
    if (panel === undefined) return;
    if (!this.#open) this.open = true;
    this.#select(panel);
  }

  /** Shows a number beside the title of a panel; none for zero. */
  badge(id: string, count: number): void {
    const tab = this.#tabs[this.#panels.findIndex((p) => p.id === id)];
    const old = tab?.querySelector('.badge');
    if (count === 0) old?.remove();
    else if (old) old.textContent = String(count);
    else tab?.append(el('span', { class: 'badge' }, String(count)));
  }

  /** Shows a panel, or closes the dock if that is what it shows. */
  toggle(id: string): void {
    if (this.#open && this.#current?.id === id) this.open = false;
    else this.show(id);
  }

  #select(panel: Panel): void {
    const before = this.#current;
    this.#current = panel;
    this.#panels.forEach((p, k) => {
      const chosen = p === panel;
      p.element.hidden = !chosen;
      const tab = this.#tabs[k];
      tab?.setAttribute('aria-selected', String(chosen));
      if (tab !== undefined) tab.tabIndex = chosen ? 0 : -1;
    });
    if (before !== panel) before?.shown?.(false);
    panel.shown?.(this.#open);
  }

  #arrow(event: KeyboardEvent, k: number): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (k + by + this.#panels.length) % this.#panels.length;
    const panel = this.#panels[next];
    if (panel !== undefined) this.#select(panel);
    this.#tabs[next]?.focus();
  }
}
