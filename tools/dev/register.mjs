/**
 * Runs the servers from their sources: compiles TypeScript with decorators with swc on load, as Node's own type
 * stripping does not support them. `node --conditions=source --import ./tools/dev/register.mjs bff/src/main.ts`.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './swc-options.mjs';

/** @type {import('@swc/core').Options} */
const options = { ...swcOptions, sourceMaps: 'inline', swcrc: false };

/**
 * Loaded with the first source: bundled servers of tests have none, unless they start a thread.
 * @type {typeof import('@swc/core').transformSync | undefined}
 */
let transform;

process.setSourceMapsEnabled(true);
registerHooks({
  load(url, context, nextLoad) {
    const { protocol, pathname } = new URL(url);
    if (protocol !== 'file:' || !/\.tsx?$/.test(pathname) || pathname.includes('/node_modules/'))
      return nextLoad(url, context);
    const filename = fileURLToPath(url);
    transform ??= /** @type {typeof import('@swc/core')} */ (createRequire(import.meta.url)('@swc/core')).transformSync;
    const { code } = transform(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
