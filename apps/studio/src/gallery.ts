import { el } from './ui/dom.ts';
import { makeDialog } from './ui/notice.ts';

export interface BundledModel {
  readonly file: string;
  readonly title: string;
  readonly description: string;
}

/** Not a file: the first picture's robot, many times. */
const SWARM: BundledModel = {
  file: 'swarm',
  title: 'Swarm',
  description: '256 quadrupeds walk by one policy, on a GPU if there is one or in workers.',
};

export const modelsRoot = (): string => new URL('models/', document.baseURI).href;

const onlyHumanoid: readonly BundledModel[] = [
  { file: 'humanoid.xml', title: 'Humanoid', description: 'A humanoid with 21 motors.' },
];

/** The models that come with the studio. */
export async function bundledModels(): Promise<readonly BundledModel[]> {
  try {
    const response = await fetch(`${modelsRoot()}index.json`);
    if (!response.ok) return onlyHumanoid;
    return (await response.json()) as BundledModel[];
  } catch {
    return onlyHumanoid;
  }
}

/** A window with the bundled models to choose from. */
export class Gallery {
  readonly #dialog: HTMLDialogElement;
  readonly #grid = el('div', { class: 'cards' });
  readonly #none = el('p', { class: 'empty', hidden: true }, 'No model matches.');
  readonly #search = el('input', { type: 'search', placeholder: 'Search models', class: 'search' });
  readonly #choose: (file: string) => void;
  readonly #swarm: () => void;
  models: readonly BundledModel[] = onlyHumanoid;

  constructor(choose: (file: string) => void, swarm: () => void) {
    this.#choose = choose;
    this.#swarm = swarm;
    const search = this.#search;
    search.setAttribute('aria-label', 'Search models');
    search.addEventListener('input', () => this.#filter(search.value));
    this.#dialog = makeDialog('gallery', 'Models', search, this.#grid, this.#none);
    void bundledModels().then((models) => {
      this.models = models;
      this.#fill();
    });
  }

  open(): void {
    this.#search.value = '';
    this.#filter('');
    this.#dialog.showModal();
    this.#search.focus({ preventScroll: true });
  }

  close(): void {
    this.#dialog.close();
  }

  #fill(): void {
    this.#grid.replaceChildren(
      ...this.models.map((model) => this.#card(model, () => this.#choose(model.file))),
      this.#card(SWARM, () => this.#swarm()),
    );
  }

  #card({ file, title, description }: BundledModel, open: () => void): HTMLElement {
    const press = (): void => {
      this.#dialog.close();
      open();
    };
    const src = `${document.baseURI.replace(/[^/]*$/, '')}thumbnails/${file.replace(/\.xml$/, '')}.jpg`;
    return el(
      'button',
      { type: 'button', class: 'card', on: { click: press }, data: { file } },
      el('img', { src, alt: '', loading: 'lazy', width: 400, height: 250 }),
      el('strong', {}, title),
      el('span', {}, description),
    );
  }

  #filter(text: string): void {
    const words = text.toLowerCase().split(/\s+/);
    const cards = [...this.#grid.querySelectorAll<HTMLElement>('.card')];
    for (const card of cards) card.hidden = !words.every((w) => (card.textContent ?? '').toLowerCase().includes(w));
    this.#none.hidden = cards.length === 0 || cards.some((card) => !card.hidden);
  }
}
