import { transformFile } from '@swc/core';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './dev/swc-options.mjs';
import { serverPackages } from './servers.mjs';

/*
 * `node tools/compile-servers.mjs` compiles the servers from `src` to `dist`, without their tests, and removes from `dist`
 * what has no source any more. Source maps name files and lines and contain no source: it does not belong into images.
 * It checks no types: `tsc -b` does, which writes the declarations next to it.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
/** swc's types lack the last option. */
const jsc = { ...swcOptions.jsc, rewriteRelativeImportExtensions: true };

/** @param {string} file a source @param {string} result where its JavaScript belongs */
async function compile(file, result) {
  const { code, map = '' } = await transformFile(file, {
    ...swcOptions,
    jsc,
    sourceMaps: true,
    inlineSourcesContent: false,
    sourceFileName: relative(dirname(result), file).replaceAll('\\', '/'),
    swcrc: false,
  });
  mkdirSync(dirname(result), { recursive: true });
  writeFileSync(result, `${code}//# sourceMappingURL=${basename(result)}.map\n`);
  writeFileSync(`${result}.map`, map);
}

/** @param {string} folder of a package */
async function compilePackage(folder) {
  const dist = join(folder, 'dist');
  const sources = globSync('**/*.{ts,tsx}', { cwd: join(folder, 'src') }).filter(
    (name) => !/\.test\.tsx?$|\.d\.ts$/.test(name),
  );
  const results = new Map(sources.map((name) => [name, name.replace(/\.tsx?$/, '.js')]));
  const current = new Set(results.values());
  for (const name of globSync('**/*.{js,js.map}', { cwd: dist }))
    if (!current.has(name.replace(/\.map$/, ''))) rmSync(join(dist, name));
  await Promise.all([...results].map(([name, result]) => compile(join(folder, 'src', name), join(dist, result))));
}

try {
  await Promise.all(serverPackages.map((name) => compilePackage(join(root, name))));
} catch (error) {
  console.error(error instanceof Error ? error.message.replace(/\s+Caused by:[^]*$/, '') : error);
  process.exitCode = 1;
}
