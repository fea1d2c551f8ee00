/** Lets the list of names of a package be narrowed. */
export function startFilter(): void {
  const input = document.querySelector<HTMLInputElement>('input.filter');
  const lists = [...document.querySelectorAll<HTMLElement>('ul.names')];
  input?.addEventListener('input', () => {
    const wanted = input.value.trim().toLowerCase();
    for (const list of lists) {
      for (const row of list.children) {
        const fits = (row.textContent ?? '').toLowerCase().includes(wanted);
        row.toggleAttribute('hidden', !fits);
      }
      const isEmpty = list.querySelector('li:not([hidden])') === null;
      list.previousElementSibling?.toggleAttribute('hidden', isEmpty);
    }
  });
}
