import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The file of what the first page stands on. It is one, because each file costs more than it weighs. */
const first = 'first';
/** As many pages share what is no page's own. */
const mostPages = 6;
/** What a page shares with its own dialogs, which come later, is no part of every page. */
const ofPages = /\/src\/(pages|messages)\//;
/** What begins with these stays outside, so that the page names the file before it is asked for. */
const entry = /\/(index\.html|main\.tsx)$/;

/** The dashboard as files for the service to serve: hashed, nothing inlined, so that it works under a strict policy. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compiledAhead()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: first, tags: ['$initial'], test: (id: string) => !entry.test(id), priority: 1 },
            // What most pages need besides comes in one file as well: the headers of forty small ones weigh 20 kB.
            { name: 'parts', minShareCount: mostPages, test: (id: string) => !ofPages.test(id) },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484' } },
});

/**
 * Marks the first file as one whose functions are called while it loads. Chromium then compiles it whole, on another thread and as it
 * comes; without that it reads each function twice, the second time on the thread that draws. To others it is a comment.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // The comment counts at the very beginning only.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.name === first)
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}
