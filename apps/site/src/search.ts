import MiniSearch, { type SearchResult } from 'minisearch';
import { root } from './root.ts';
import { type FoundDocument, searchOptions } from './search-options.ts';

const MOST = 12; // results

let index: Promise<MiniSearch<FoundDocument>> | undefined;

/** The index, loaded when it is first needed. */
function loadIndex(): Promise<MiniSearch<FoundDocument>> {
  index ??= fetch(new URL('search.json', root))
    .then((answer) => answer.text())
    .then((text) => MiniSearch.loadJSON<FoundDocument>(text, searchOptions));
  return index;
}

function element(tag: string, name: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

function resultOf(found: SearchResult): HTMLElement {
  const link = document.createElement('a');
  link.href = new URL(String(found.id), root).href;
  const page = String(found['page']);
  const title = page === '' ? String(found['title']) : `${page} › ${found['title']}`;
  link.append(
    element('strong', '', title),
    element('small', '', String(found['kind'])),
    element('span', '', String(found['excerpt'])),
  );
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The dialog that finds pages: opened by its button, `/` or Ctrl+K, walked through with the arrow keys. */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search');
  const input = dialog?.querySelector<HTMLInputElement>('input');
  const list = dialog?.querySelector<HTMLElement>('.results');
  const status = dialog?.querySelector<HTMLElement>('.status');
  if (!dialog || !input || !list || !status) return;

  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    void loadIndex();
  };
  const show = async (): Promise<void> => {
    const query = input.value.trim();
    const all = query === '' ? [] : (await loadIndex()).search(query);
    if (query !== input.value.trim()) return; // typed on meanwhile
    list.replaceChildren(...all.slice(0, MOST).map(resultOf));
    status.textContent = query === '' ? '' : all.length === 0 ? `Nothing found for “${query}”` : `${all.length} found`;
  };
  const walk = (step: number): void => {
    const links = [...list.querySelectorAll<HTMLElement>('a')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = at + step;
    if (next < 0) input.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  };

  document.querySelector('.search-button')?.addEventListener('click', open);
  input.addEventListener('input', () => void show());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && document.activeElement === input) {
      event.preventDefault();
      list.querySelector<HTMLElement>('a')?.click();
    }
  });
  document.addEventListener('keydown', (event) => {
    const { activeElement } = document;
    const isTyping = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    const isSlash = event.key === '/' && !isTyping;
    if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    open();
  });
}
