import { type IconName, icon } from './icons.ts';

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

/** Fills the track of a slider from zero, or the end that is nearest to it, to its value. */
function fillFrom(range: HTMLInputElement, min: number, max: number): void {
  const part = (x: number): number => (100 * (x - min)) / (max - min || 1);
  const zero = part(Math.max(min, Math.min(max, 0)));
  const value = part(range.valueAsNumber);
  range.style.setProperty('--from', `${Math.min(zero, value)}%`);
  range.style.setProperty('--to', `${Math.max(zero, value)}%`);
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
  const paint = (): void => fillFrom(range, min, max);
  paint();
  const number = el('output', { class: 'value' }, format(start));
  let held = false;
  let shown = Number.NaN;
  const choose = (value: number): void => {
    shown = value;
    number.value = format(value);
    paint();
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
      paint();
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
