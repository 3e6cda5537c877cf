// where scripts of others say that a run is looked at
{
  const [, run] = /^#\/view-workflow-result\/(\d+)\/?$/.exec(location.hash) ?? [];
  if (run !== undefined && location.pathname === '/') history.replaceState(null, '', `/executions/${run}`);
}

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

// the code of a large page is asked for beside that of all pages, not after it; the build tells its files
{
  const told = document.querySelector('meta[name="large-pages"]')?.getAttribute('content') ?? '{}';
  const [, files = []] =
    Object.entries(JSON.parse(told)).find(([address]) => location.pathname.startsWith(address)) ?? [];
  for (const file of files) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', crossOrigin: '', href: `/${file}` });
    if (isStyle) link.as = 'style';
    document.head.append(link);
  }
}

// what the page asks the service first of all is on its way while the code is read; whoever asks takes the answer, once
{
  const asked = ['/api/v1/users/me'];
  const [, workflow] = /^\/workflows\/(\d+)$/.exec(location.pathname) ?? [];
  if (workflow !== undefined) asked.push(`/api/v1/workflows/${workflow}`, '/api/v1/processors', '/api/v1/projects');
  for (const href of asked) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
    document.head.append(link);
  }
}
