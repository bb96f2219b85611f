import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the window asks of a schema (`wire/shape.ts`): words about it, lengths and patterns are the service's. */
const asked = new Set(['type', 'const', 'enum', 'anyOf', 'items', 'required', 'properties', 'patternProperties']);

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

const strip = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(strip);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => asked.has(name));
  return Object.fromEntries(
    kept.map(([name, part]) => [name, name.toLowerCase().endsWith('properties') ? stripEach(part) : strip(part)]),
  );
};
const stripEach = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, part]) => [name, strip(part)]));

/**
 * Schemas of the contract as plain data: the library that they are written with would be as large as the window, and the data says the same.
 * Types are those of the source.
 */
const contractAsData: Plugin = {
  name: 'contract-as-data',
  enforce: 'pre',
  async transform(code, id) {
    if (!/\/src\/contract\/[a-z-]+\.ts$/.test(id) || !code.includes("from 'typebox'")) return null;
    const exported: Record<string, unknown> = await import(pathToFileURL(id).href);
    const lines = Object.entries(exported)
      .filter(([, value]) => typeof value === 'object')
      .map(([name, schema]) => `export const ${name} = ${JSON.stringify(strip(schema as Json))};`);
    return { code: lines.join('\n'), map: null };
  },
};

/** The window is built to relative addresses: the server only rewrites `<base href>` to move it below a base path. */
export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [contractAsData, react()],
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
