const KEY = 'qpos-theme';

const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
};

/** Lets the button switch between light and dark, and remembers the choice. */
export function startTheme(): void {
  document.querySelector('.theme')?.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // storage is refused: the choice lasts as long as the page
    }
  });
}
