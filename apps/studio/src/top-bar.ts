import type { ExportKind } from './protocol.ts';
import type { Studio } from './studio.ts';
import { el, iconButton } from './ui/dom.ts';

const THEME = 'qpos-theme';

function storedTheme(): string | undefined {
  try {
    return localStorage.getItem(THEME) ?? undefined;
  } catch {
    return undefined; // storage may be forbidden
  }
}

function applyTheme(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
}

function switchTheme(): void {
  const next = document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
  applyTheme(next);
  try {
    localStorage.setItem(THEME, next);
  } catch {
    // then it lasts as long as the page
  }
}

/** In narrow windows the actions are behind a button, each with its name. */
function menuButton(nav: HTMLElement): HTMLButtonElement {
  const show = (open: boolean): void => {
    nav.classList.toggle('open', open);
    button.setAttribute('aria-expanded', String(open));
  };
  const button = iconButton('menu', 'Menu', () => show(!nav.classList.contains('open')));
  button.classList.add('menu-button');
  button.setAttribute('aria-expanded', 'false');
  for (const item of nav.querySelectorAll('button')) {
    if (item.textContent === '') item.append(el('span', { class: 'narrow' }, item.getAttribute('aria-label') ?? ''));
    item.addEventListener('click', () => show(false));
  }
  nav.addEventListener('change', () => show(false));
  addEventListener('pointerdown', (event) => {
    const inside = event.target instanceof Node && (nav.contains(event.target) || button.contains(event.target));
    if (!inside) show(false);
  });
  return button;
}

/** Name of the model, and what can be done with it. */
export class TopBar {
  readonly #studio: Studio;
  readonly #title = el(
    'button',
    { type: 'button', class: 'title', id: 'model-title', title: 'Choose another model' },
    'qpos',
  );

  constructor(root: HTMLElement, studio: Studio) {
    this.#studio = studio;
    const preferred = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    applyTheme(storedTheme() ?? preferred);
    this.#title.addEventListener('click', () => studio.gallery.open());
    const record = iconButton('record', 'Record a video', () => void this.#record(record));
    record.id = 'record';
    const nav = el(
      'nav',
      { aria: { label: 'Actions' } },
      iconButton('gallery', 'Models', () => studio.gallery.open(), 'Models'),
      iconButton('open', 'Open files (Ctrl+O)', () => studio.openFiles(), 'Open'),
      iconButton('share', 'Share a link', () => void studio.share(), 'Share'),
      this.#exportMenu(),
      iconButton('camera', 'Screenshot (Ctrl+S)', () => void studio.screenshot()),
      record,
      iconButton('key', 'Save this state in the model', () => void studio.keyframes.save()),
      iconButton('command', 'Commands (Ctrl+K)', () => studio.palette.open()),
      iconButton('full', 'Full screen (F5)', () => void studio.fullScreen()),
      iconButton('theme', 'Light or dark', switchTheme),
      iconButton('help', 'Help (F1)', () => studio.help.showModal()),
    );
    root.append(
      iconButton('panelLeft', 'Panels on the left (Tab)', () => studio.toggleDock('left')),
      el('span', { class: 'brand' }, 'qpos', el('em', {}, 'studio')),
      this.#title,
      el('span', { class: 'spacer' }),
      menuButton(nav),
      nav,
      iconButton('panelRight', 'Panels on the right (Shift+Tab)', () => studio.toggleDock('right')),
    );
    studio.sim.on('loaded', (info) => {
      this.#title.textContent = info.title;
    });
  }

  #exportMenu(): HTMLElement {
    const select = el(
      'select',
      { id: 'export', title: 'Export' },
      el('option', { value: '' }, 'Export'),
      el('option', { value: 'mjcf' }, 'Model as MJCF'),
      el('option', { value: 'state' }, 'State as JSON'),
      el('option', { value: 'binary' }, 'Compiled model'),
      el('option', { value: 'run' }, 'Run as CSV'),
    );
    select.setAttribute('aria-label', 'Export');
    select.addEventListener('change', () => {
      const what = select.value as ExportKind;
      select.value = '';
      void this.#studio.exportAs(what);
    });
    return select;
  }

  async #record(button: HTMLButtonElement): Promise<void> {
    const recording = await this.#studio.toggleRecording();
    button.classList.toggle('active', recording);
    button.setAttribute('aria-pressed', String(recording));
  }
}
