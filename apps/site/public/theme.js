// Before the page is drawn: the theme that the reader chose here before.
try {
  const theme = localStorage.getItem('qpos-theme');
  if (theme !== null) document.documentElement.dataset.theme = theme;
} catch {
  // storage is refused: the system decides
}
