// before the first paint, so that a dark page does not flash white
{
  let wish = null;
  try {
    wish = localStorage.getItem('millrace.theme');
  } catch {
    // storage is off: the system decides
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
