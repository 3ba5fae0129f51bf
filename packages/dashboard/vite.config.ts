import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The dashboard as files for the service to serve: hashed, nothing inlined, so that it works under a strict policy. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 2_000,
  },
  server: { proxy: { '/v1': process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484' } },
});
