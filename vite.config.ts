import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window is built to relative addresses: the server only rewrites `<base href>` to move it below a base path. */
export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // A data: address would need a wider content security policy than we want to ask for.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 1600,
  },
  worker: { format: 'es' },
});
