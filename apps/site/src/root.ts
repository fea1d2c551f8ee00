/** The address of the site's own folder, which each page knows. */
export const root = new URL(document.documentElement.dataset['root'] ?? './', document.baseURI);
