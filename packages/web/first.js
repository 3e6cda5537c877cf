// @ts-check
// Stands in the page itself, before anything else is there: `vite.config.ts` puts it in, the policy of contents names its hash.

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

{
  /** @type {(href: string, wish: Partial<HTMLLinkElement>) => void} */
  const begin = (href, wish) => {
    document.head.append(Object.assign(document.createElement('link'), { href, crossOrigin: 'anonymous', ...wish }));
  };

  // the code of the page that is gone to is on its way beside that of all pages, not after it
  /** Addresses of pages as patterns, with their files; the build tells them. @type {readonly [string, readonly string[]][]} */
  const pages = JSON.parse(document.querySelector('meta[name="files-of-pages"]')?.getAttribute('content') ?? '[]');
  const address = location.pathname + location.search;
  const [, files = []] = pages.find(([pattern]) => new RegExp(pattern, 'u').test(address)) ?? [];
  for (const file of files)
    begin(`/${file}`, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });

  // what is asked first is on its way while the code is read, so that what hangs on it waits for one answer, not for three;
  // whoever asks takes the answer, once (`app/routes` ask for the same)
  const wished = new URLSearchParams(location.search);
  /** The folder at an address, as the router reads it. @type {(text: string) => readonly string[]} */
  const folderAt = (text) => {
    try {
      return [`/${decodeURIComponent(text).split('/').filter(Boolean).join('/')}`];
    } catch {
      return [];
    }
  };
  /** What each page asks that others of its questions wait for. @type {readonly [RegExp, (id: string) => readonly string[]][]} */
  const questions = [
    [/^\/workflows\/new$/u, () => ['processors']],
    [/^\/workflows\/(\d+)$/u, (id) => [`workflows/${id}`, 'processors', `last/workflow-execution/${id}`]],
    [/^\/executions\/(\d+)$/u, (id) => ['', '/nodes', '/results'].map((part) => `workflow-executions/${id}${part}`)],
    [/^\/workflows\/(\d+)\/versions$/u, (id) => [`workflows/${id}/versions`]],
    [
      /^\/executions\/compare$/u,
      () =>
        ['first', 'second']
          .map((which) => wished.get(which) ?? '')
          .filter((run) => /^\d+$/u.test(run))
          .map((run) => `workflow-executions/${run}/results`),
    ],
    [
      /^\/files\/(.*)$/u,
      (text) =>
        folderAt(text)
          .filter(() => wished.has('show'))
          .map((folder) => `hdfs/files?path=${encodeURIComponent(folder)}&sortPara=alphabetical`),
    ],
    [/^\/datasets$/u, () => ['datasets?page=0&size=1000']],
    [/^\/datasets\/(\d+)$/u, (id) => [`datasets/${id}`]],
    [/^\/projects\/(\d+)$/u, (id) => [`projects/${id}`]],
    [/^\/dashboards\/(\d+)$/u, (id) => [`dashboards/${id}`]],
    [/^\/models\/(\d+)$/u, (id) => [`models/${id}`]],
    [/^\/schedules$/u, () => ['workflow-schedules?page=0&size=1000']],
    [/^\/schedules\/(\d+)$/u, (id) => [`workflow-schedules/${id}`]],
  ];
  const own = questions.flatMap(([address, asked]) => {
    const [is, id = ''] = address.exec(location.pathname) ?? [];
    return is === undefined ? [] : asked(id);
  });
  // the first fetch of the same address, mode and credentials uses a preload up; a second one asks the service again
  for (const call of ['users/me', 'projects', ...own]) begin(`/api/v1/${call}`, { rel: 'preload', as: 'fetch' });
}
