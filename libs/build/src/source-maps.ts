import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { listFilesIn, sourceMapFolder } from './release-files.ts';

/** The part of a source map (version 3) that is edited. */
interface EditedSourceMap {
  sources: string[];
}

/** Code that the bundler itself adds, whose name may contain a path of this machine. */
const generated = '(generated)';

/** The path of a source from a root: `mfe-report/src/remote.tsx`, `node_modules/react/index.js`. */
function sourcePath(source: string, packageFolder: string, roots: readonly string[]): string {
  if (/^\w[\w+.-]+:/.test(source)) return generated;
  const path = resolve(packageFolder, source.replace(/[?!|].*$/s, '')).replaceAll('\\', '/');
  const library = path.lastIndexOf('/node_modules/');
  if (library !== -1) return path.slice(library + 1);
  const own = roots
    .map((root) => relative(root, path).replaceAll('\\', '/'))
    .find((inside) => inside !== '' && !/^(\.\.|[a-z]:|\/)/i.test(inside));
  return own ?? generated;
}

/**
 * Names the sources in the maps of a build from the root of the repository, so that the same sources have the same maps
 * on every machine.
 */
export function nameSourcesFromRoot(folder: string, packageFolder: string, roots: readonly string[]): void {
  for (const file of listFilesIn(folder).filter((each) => each.startsWith(`${sourceMapFolder}/`))) {
    const path = join(folder, file);
    const map = JSON.parse(readFileSync(path, 'utf8')) as EditedSourceMap;
    const sources = map.sources.map((source) => sourcePath(source, packageFolder, roots));
    writeFileSync(path, JSON.stringify({ ...map, sources }));
  }
}
