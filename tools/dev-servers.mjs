import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

/**
 * @typedef {object} ServerBundles the servers as bundled from their sources
 * @property {(name: string) => string} file the bundle of a server, or of the program that prepares the database
 * @property {Promise<void>} built resolves when they are built for the first time
 * @property {(listener: (names: string[]) => void) => void} onRebuilt called with the names of those that have changed
 * @property {Promise<string>} failed resolves with the reason when the bundler ends by itself
 */

/**
 * Bundles the servers from their sources, again whenever one is saved.
 * @param {import('./build.mjs').Workshop} workshop
 * @param {Array<() => Promise<void>>} cleanup
 * @returns {ServerBundles}
 */
export function bundleServers({ root, runtime, processes, output, signal }, cleanup) {
  const folder = join(root, '.cache', 'dev-servers');
  const print = output.prefixed('servers');
  /** @type {() => void} */
  let onBuilt = () => undefined;
  /** @type {(names: string[]) => void} */
  let listener = () => undefined;
  const running = processes.start({
    command: runtime,
    args: ['tools/dev/watch-servers.mjs', folder],
    cwd: root,
    onLine(line) {
      const [, names] = /^rebuilt (.+)$/.exec(line) ?? [];
      if (line === 'built') onBuilt();
      else if (names !== undefined) listener(names.split(' '));
      else print(line);
    },
  });
  cleanup.push(() => running.stop());
  const failed = running.ended.then(({ code, tail }) => `Bundling the servers ended (${code}).\n${tail}`);
  /** @type {Promise<void>} */
  const built = new Promise((resolve, reject) => {
    onBuilt = resolve;
    void failed.then((reason) => reject(new LaunchError(reason)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return {
    file: (name) => join(folder, `${name}.mjs`),
    built,
    onRebuilt: (given) => (listener = given),
    failed,
  };
}
