type Child = Node | string | undefined | false;
type Props<T> = Partial<Omit<T, 'style' | 'children' | 'dataset' | 'classList'>> & {
  class?: string;
  data?: Record<string, string>;
  aria?: Record<string, string>;
  on?: Record<string, (event: never) => void>;
};

/** An element with properties and children. Strings become text, never markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { class: className, data, aria, on, ...rest } = props;
  Object.assign(element, rest);
  if (className !== undefined) element.className = className;
  for (const [name, value] of Object.entries(data ?? {})) element.dataset[name] = value;
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
  for (const [name, handler] of Object.entries(on ?? {})) element.addEventListener(name, handler as EventListener);
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Outlines of the icons, on a grid of 24. */
const icons = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5v14M17 5v14',
  stepForward: 'M6 5v14l9-7zM19 5v14',
  stepBack: 'M18 5v14l-9-7zM5 5v14',
  reset: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  open: 'M3 18V6h6l2 2h10v10z',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M5 13v6h14v-6',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4',
  record: 'M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9',
  help: 'M9 9a3 3 0 1 1 4 2.8c-.8.3-1 .9-1 2.2M12 17.5v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 20h14',
  close: 'M6 6l12 12M18 6 6 18',
  panelLeft: 'M4 5h16v14H4zM9.5 5v14',
  panelRight: 'M4 5h16v14H4zM14.5 5v14',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
  menu: 'M5 7h14M5 12h14M5 17h14',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
} as const;
export type IconName = keyof typeof icons;

export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

export function setIcon(button: HTMLElement, name: IconName): void {
  button.querySelector('svg')?.replaceWith(icon(name));
}

/** A button with an icon; its title says what it does and by which key. */
export function iconButton(name: IconName, title: string, press: () => void, text?: string): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'icon-button', title, on: { click: press } }, icon(name));
  button.setAttribute('aria-label', title.replace(/ \(.*\)$/, ''));
  if (text !== undefined) button.append(el('span', {}, text));
  return button;
}

export interface Slider {
  readonly row: HTMLElement;
  readonly range: HTMLInputElement;
  /** Shows a value, unless the user is changing it. */
  show(value: number): void;
}

const MOST_DECIMALS = 6;

/** How a slider over `span` writes its values: about a thousandth of the span can be told apart, and the width does not jump. */
function formatter(span: number, step: number): (x: number) => string {
  const decimals = Number.isInteger(step) ? 0 : 3 - Math.floor(Math.log10(span));
  return (x) => x.toFixed(Math.max(0, Math.min(MOST_DECIMALS, decimals)));
}

/** A labelled slider with its value beside it; it starts at zero, or at the end that is nearest to it. */
export function slider(
  label: string,
  min: number,
  max: number,
  change: (value: number) => void,
  step = (max - min) / 500,
): Slider {
  const start = Math.max(min, Math.min(max, 0));
  const format = formatter(max - min || 1, step);
  const range = el('input', { type: 'range', min: String(min), max: String(max), step: String(step || 0.001) });
  range.valueAsNumber = start;
  range.setAttribute('aria-label', label);
  const number = el('output', { class: 'value' }, format(start));
  let held = false;
  let shown = Number.NaN;
  const choose = (value: number): void => {
    shown = value;
    number.value = format(value);
    change(value);
  };
  range.addEventListener('pointerdown', () => {
    held = true;
  });
  for (const end of ['pointerup', 'pointercancel', 'blur', 'change'])
    range.addEventListener(end, () => {
      held = false;
    });
  range.addEventListener('input', () => choose(range.valueAsNumber));
  range.addEventListener('dblclick', () => {
    const middle = min <= 0 && max >= 0 ? 0 : 0.5 * (min + max);
    range.valueAsNumber = middle;
    choose(middle);
  });
  const row = el('label', { class: 'slider', title: label }, el('span', { class: 'name' }, label), range, number);
  return {
    row,
    range,
    show: (value) => {
      if (held || value === shown) return;
      shown = value;
      range.valueAsNumber = value;
      number.value = format(value);
    },
  };
}

/** A labelled check box. */
export function toggle(label: string, checked: boolean, change: (on: boolean) => void, key?: string): HTMLLabelElement {
  const box = el('input', { type: 'checkbox', checked });
  box.addEventListener('change', () => change(box.checked));
  return el('label', { class: 'toggle' }, box, el('span', {}, label), key !== undefined && el('kbd', {}, key));
}

/** A labelled choice. */
export function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  current: T,
  change: (value: T) => void,
): { row: HTMLElement; select: HTMLSelectElement } {
  const select = el('select', {}, ...options.map(([value, text]) => el('option', { value }, text)));
  select.value = current;
  select.setAttribute('aria-label', label);
  select.addEventListener('change', () => change(select.value as T));
  return { row: el('label', { class: 'choice' }, el('span', {}, label), select), select };
}

/** A part of a panel that can be folded. */
export function section(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return el(
    'details',
    { class: 'section', open },
    el('summary', {}, title),
    el('div', { class: 'content' }, ...children),
  );
}

/** Offers content as a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
