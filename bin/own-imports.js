/**
 * Imports of our own files by their path are taken as they are written: there is nothing to look for. Node would look at each file and at every
 * `package.json` above it, which is two fifths of what a reader process takes to load.
 */
import { registerHooks } from 'node:module';
import { extname } from 'node:path';

const own = new URL('../', import.meta.url).href;
const packages = `${own}node_modules/`;
const formats = { '.ts': 'module-typescript', '.js': 'module' };

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const format = formats[extname(specifier)];
    const isOwn = specifier.startsWith('.') && parentURL?.startsWith(own) && !parentURL.startsWith(packages);
    if (!isOwn || !format) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
  },
});
