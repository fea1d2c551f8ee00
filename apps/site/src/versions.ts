import { root } from './root.ts';

/**
 * On the page of versions: links to the documentation of those that lie beside this one, if the folder above has a `versions.json`
 * with their names, `["0.1.0", "0.2.0"]`.
 */
export async function listVersions(): Promise<void> {
  const list = document.querySelector<HTMLElement>('ul.versions');
  if (list?.dataset['hosted'] === undefined) return;
  const answer = await fetch(new URL('../versions.json', root));
  if (!answer.ok) return;
  const hosted = (await answer.json()) as string[];
  for (const item of list.querySelectorAll<HTMLElement>('li')) {
    const { version = '' } = item.dataset;
    if (!hosted.includes(version)) continue;
    const link = document.createElement('a');
    link.href = new URL(`../${version}/index.html`, root).href;
    link.textContent = 'Documentation';
    link.setAttribute('aria-label', `Documentation of ${version}`);
    item.append(link);
  }
}
