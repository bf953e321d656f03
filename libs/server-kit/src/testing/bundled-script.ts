import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const bundler = fileURLToPath(new URL('../../../../tools/testing/bundle-servers.mjs', import.meta.url));
const [register, keepCompileCache] = ['dev/register', 'testing/keep-compile-cache'].map(
  (module) => new URL(`../../../../tools/${module}.mjs`, import.meta.url).href,
) as [string, string];

/** Found once for each test file: the sources do not change during a run. */
let folder: Promise<string> | null = null;
const bundleFolder = (): Promise<string> =>
  (folder ??= promisify(execFile)(process.execPath, [bundler]).then(({ stdout }) => stdout));

/** Servers and commands that tests start as processes; `bundle-servers.mjs` lists their sources. */
export type BundledScript =
  'bff' | 'workers' | 'worker-process' | 'announce-change' | 'after-restore' | 'backup' | 'restore-backup';

/**
 * The arguments of Node that run a script from its current sources, after the given modules, bundled so that it starts
 * quickly. A thread that it starts is loaded from its source.
 */
export const runBundled = async (script: BundledScript, ...preloads: string[]): Promise<string[]> => {
  const imports = [register, keepCompileCache, ...preloads].flatMap((module) => ['--import', module]);
  return ['--conditions=source', ...imports, join(await bundleFolder(), `${script}.mjs`)];
};

/** Environment that makes every start of a bundle after the first one faster. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
