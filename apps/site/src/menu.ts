/** Opens and closes the navigation on narrow screens. */
export function startMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu');
  const sidebar = document.getElementById('sidebar');
  if (button === null || sidebar === null) return;
  const open = (wanted: boolean): void => {
    button.setAttribute('aria-expanded', String(wanted));
    document.body.classList.toggle('menu-open', wanted);
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') open(false);
  });
  document.querySelector('main')?.addEventListener('click', () => open(false));
  const current = sidebar.querySelector<HTMLElement>('[aria-current]');
  if (current !== null) sidebar.scrollTop = Math.max(0, current.offsetTop - sidebar.clientHeight / 2);
}
