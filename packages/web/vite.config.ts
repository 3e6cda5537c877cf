import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Pages whose code is large, by how their addresses begin: `public/first.js` asks for it before the rest has run. */
const largePages = { '/workflows/': 'pages/editor/editor-page.tsx' };

/** Writes into the page which files its large parts are in. */
const namesOfLargePages: Plugin = {
  name: 'names of large pages',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const files = Object.entries(largePages).map(([address, page]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
        if (chunk === undefined) throw new Error(`${page} has no file of its own`);
        return [address, [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]];
      });
      const content = JSON.stringify(Object.fromEntries(files));
      return [{ tag: 'meta', attrs: { name: 'large-pages', content }, injectTo: 'head-prepend' }];
    },
  },
};

/** Packages that every page stands on. */
const base =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@mantine|@tanstack|@floating-ui|clsx|tslib|react-remove-scroll[^\\/]*|aria-hidden)[\\/]/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), namesOfLargePages],
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
