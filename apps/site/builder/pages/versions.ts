import { escapeHtml, type Page, slugOf } from '../page.ts';
import { readText, version } from '../repository.ts';

/** The versions that the changelog tells of, newest first. */
function versions(): { name: string; heading: string }[] {
  return [...readText('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+\S*)(.*)$/gm)].map(([, name = '', rest = '']) => ({
    name,
    heading: `${name}${rest}`,
  }));
}

/** Whether the folder above this one will have a `versions.json` that names all that lie there. */
const isHosted = process.argv.includes('--hosted');

/** A page with all versions; the script adds links to those that lie beside this one. */
export function versionsPage(): Page {
  const items = versions().map(({ name, heading }) => {
    const here = name === version ? ' <span class="kind">this documentation</span>' : '';
    return `<li data-version="${escapeHtml(name)}"><strong>${escapeHtml(heading)}</strong>${here}<a href="changelog.html#${slugOf(heading)}" aria-label="Changes in ${escapeHtml(name)}">Changes</a></li>`;
  });
  return {
    path: 'versions.html',
    area: 'project',
    kind: 'Project',
    title: 'Versions',
    description: 'The versions of qpos and their documentation.',
    html: `<article class="prose"><h1>Versions</h1><p>All packages share one version number. This is the documentation of ${version}; it lies in a folder that can be kept beside those of other versions.</p><ul class="versions"${isHosted ? ' data-hosted' : ''}>${items.join('')}</ul></article>`,
    headings: [],
    sections: [{ id: '', title: 'Versions', text: 'releases documentation of other versions' }],
    sidebar: [],
  };
}
