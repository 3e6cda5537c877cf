import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';

const folder = import.meta.dirname;

/** The pages of the router: the pattern of an address, and the module that draws what is there. */
async function pagesOf(routes: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const file of (await readdir(join(folder, routes))).toSorted()) {
    const text = await readFile(join(folder, routes, file), 'utf8');
    for (const [, route = ''] of text.matchAll(/createRoute\(\{(.*?)\n\}\);/gs)) {
      const [, path] = /\bpath: '([^']+)'/.exec(route) ?? [];
      const [, module] = /\bimport\('\.\.\/\.\.\/([^']+)'\)/.exec(route) ?? [];
      if (path === undefined || module === undefined)
        throw new Error(`${routes}/${file}: a route without path or page: ${route}`);
      pages.set(path, module);
    }
  }
  if (pages.size === 0) throw new Error(`${routes}: no routes`);
  return pages;
}

/** Modules that a page reads as soon as its address says something more. */
const more: readonly (readonly [path: string, search: string, module: string])[] = [
  ['/dashboards/$id', '[?&]edit=true', 'pages/dashboards/board-editor.tsx'],
];

/** The pattern of a route as a regular expression over path and search. */
const expressionOf = (path: string, search = '(?:[?]|$)'): string =>
  `^${path.replace(/\/\$$/, '/.*').replaceAll(/\$\w+/g, '[^/?]+')}${search}`;

/** Routes with a fixed address come before those that take any. */
const fixedFirst = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number =>
  Number(one.includes('$')) - Number(other.includes('$'));

/** Puts `first.js` into the page, with the files that the code of each page is in. */
const beginning: Plugin = {
  name: 'beginning of the page',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      /** A file with those that it cannot do without, but for those that every page has. */
      const withImports = (fileName: string): readonly string[] => {
        const chunk = chunks.find((one) => one.fileName === fileName);
        if (chunk === undefined || html.includes(fileName)) return [];
        return [fileName, ...chunk.imports.flatMap(withImports), ...(chunk.viteMetadata?.importedCss ?? [])];
      };
      const filesOf = (module: string): readonly string[] => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
        if (chunk === undefined) throw new Error(`${module} is in no file`);
        return withImports(chunk.fileName);
      };
      const pages = [...(await pagesOf('src/app/routes'))].toSorted(fixedFirst);
      const files =
        chunks.length === 0
          ? []
          : [
              ...more.map(([path, search, module]) => {
                const page = pages.find(([one]) => one === path);
                if (page === undefined) throw new Error(`there is no page ${path}`);
                return [expressionOf(path, `.*${search}`), [...new Set([page[1], module].flatMap(filesOf))]];
              }),
              ...pages.map(([path, module]) => [expressionOf(path), [...new Set(filesOf(module))]]),
            ];
      const { code, errors } = await minify('first.js', await readFile(join(folder, 'first.js'), 'utf8'));
      if (errors.length > 0) throw new Error(`first.js: ${errors.map(({ message }) => message).join('; ')}`);
      const attribute = JSON.stringify(files).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
      // before the style sheets, which scripts wait for
      const at = /<link rel="stylesheet"|<\/head>/.exec(html)?.index ?? 0;
      return `${html.slice(0, at)}<meta name="files-of-pages" content='${attribute}' />\n    <script>${code.trim()}</script>\n    ${html.slice(at)}`;
    },
  },
};

/** Packages that every page stands on. */
const base =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@mantine|@tanstack|@floating-ui|clsx|tslib|react-remove-scroll[^\\/]*|aria-hidden)[\\/]/;

export default defineConfig({
  root: folder,
  plugins: [react(), beginning],
  build: {
    outDir: 'dist',
    // a strict policy of contents lets no `data:` scripts through, and fonts and icons are few
    assetsInlineLimit: 0,
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // what several pages share comes in two files, not in eighty: browsers ask a server for six at a time
        codeSplitting: {
          groups: [
            { name: 'base', test: base, minShareCount: 2 },
            { name: 'shared', test: /[\\/]web[\\/]src[\\/](?!pages[\\/]editor)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/login': 'http://127.0.0.1:8080' } },
});
