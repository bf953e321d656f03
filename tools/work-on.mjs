import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { freePortFrom } from './ports.mjs';
import { findRemoteFolders } from './remotes.mjs';

const FIRST_PORT = 4201;

/**
 * @typedef {object} ServedPackage the shell or a remote
 * @property {string} name
 * @property {string} url where its files are served
 * @property {string[]} routes its pages without parameters
 */

/**
 * The remotes to work on.
 * @param {string} root
 * @param {string[]} names
 * @returns {string[]}
 * @throws {LaunchError} naming the existing ones
 */
export function findNamedRemotes(root, names) {
  const known = findRemoteFolders(root);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new LaunchError(`There is no remote ${unknown}. Remotes are ${known.join(', ')}.`);
  if (names.length === 0) throw new LaunchError(`Which remote? npm run work-on ${known[0] ?? 'mfe-…'}`);
  return [...new Set(names)];
}

/**
 * Serves remotes, and the shell where named, from their sources, each at a port of its own. Edited modules are replaced
 * in the pages that run them; a changed shell reloads them.
 * @param {import('./build.mjs').Workshop} workshop
 * @param {{ names: string[], onDemand?: boolean }} options onDemand: a remote is compiled when a page first asks for it
 * @param {Array<() => Promise<void>>} cleanup
 * @returns {Promise<{ packages: ServedPackage[], ready: Promise<void>, failed: Promise<string> }>} `ready` resolves when
 *   each has been built once, or serves on demand, and rejects with a LaunchError with the last lines; `failed` resolves
 *   when it ends by itself
 */
export async function serveInDevelopment(
  { root, runtime, processes, output, signal },
  { names, onDemand = false },
  cleanup,
) {
  /** @type {Set<number>} */
  const taken = new Set();
  /** @type {ServedPackage[]} */
  const packages = [];
  for (const name of names) {
    const port = await freePortFrom(FIRST_PORT, taken);
    taken.add(port);
    packages.push({ name, url: `http://localhost:${port}`, routes: routesOf(root, name) });
  }
  output.say(`Serving ${names.join(', ')} from source…`);
  /** @type {() => void} */
  let onReady = () => undefined;
  const running = processes.start({
    command: runtime,
    args: [
      'libs/build/src/cli/work-on.ts',
      ...(onDemand ? ['--on-demand'] : []),
      ...packages.map(({ name, url }) => `${name}=${new URL(url).port}`),
    ],
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    onLine: (line) => (line === 'ready' ? onReady() : output.prefixed('web')(line)),
  });
  cleanup.push(() => running.stop());
  const failed = running.ended.then(({ code, tail }) => `Serving the remotes ended (${code}).\n${tail}`);
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    onReady = resolve;
    void failed.then((reason) => reject(new LaunchError(reason)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return { packages, ready, failed };
}

/** @param {ServedPackage[]} packages the value of WORK_ON, by which the BFF serves them to every visitor */
export const developmentServersSetting = (packages) => packages.map(({ name, url }) => `${name}=${url}`).join(' ');

/**
 * @param {import('./output.mjs').LauncherOutput} output
 * @param {ServedPackage[]} packages
 * @param {string} site
 */
export function printDevelopmentUrls(output, packages, site) {
  for (const { name, routes } of packages.filter((each) => each.name !== 'shell')) {
    output.strong(`${name} from its sources, in the real page: ${site}${routes[0] ?? ''}`);
    for (const route of routes.slice(1)) output.say(`  ${site}${route}`);
  }
  output.say('Saved changes appear in the open page, which keeps what you typed and opened there.\n');
}

/**
 * Prints how to preview them on a site that was not started with them.
 * @param {import('./output.mjs').LauncherOutput} output
 * @param {ServedPackage[]} remotes
 * @param {string} site
 */
export function printOverrideInstructions(output, remotes, site) {
  output.strong(`${site} is running already, with the releases of its store.`);
  for (const { name, url } of remotes) output.say(`  ${name} is served at ${url}`);
  output.say('To see it there: sign in as staff, open the panel, and put that address in place of the release.');
  output.say('Or stop it and run this again: then everybody there gets it.\n');
}

/** @param {string} root @param {string} name @returns {string[]} */
function routesOf(root, name) {
  const file = join(root, name, 'remote.json');
  /** @type {{ routes?: string[] }} */
  const { routes = [] } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return routes.filter((route) => !route.includes(':'));
}
