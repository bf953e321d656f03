import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWithHelp } from './help.mjs';
import { LaunchError } from './launch-error.mjs';
import { runningInstanceUrl } from './lock-file.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { freePortFrom } from './ports.mjs';
import { findRemoteFolders } from './remotes.mjs';
import { runProgram } from './run-program.mjs';

const FIRST_PORT = 4200;
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const usage = `npm run standalone -w @ve/mfe-report [-- --port 4200] [--api http://localhost:3000]

  serves the remote alone in its own page, and updates edited modules there
  --port N     that port; without it, the first free one from ${FIRST_PORT}
  --api URL    the site whose API it calls; without it, the one that npm start runs in this folder`;

/** @returns {{ name: string, port: number | null, api: string | null }} @throws {LaunchError} */
function readArguments() {
  const options = /** @type {const} */ ({ port: { type: 'string' }, api: { type: 'string' } });
  const { values, positionals } = (() => {
    try {
      return parseArgs({ allowPositionals: true, options });
    } catch (error) {
      throw new LaunchError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    }
  })();
  const known = findRemoteFolders(root);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0 || !known.includes(name)) {
    throw new LaunchError(`Which remote? There are ${known.join(', ')}.\n\n${usage}`);
  }
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
    throw new LaunchError(`--port is not a port: ${values.port}`);
  }
  if (values.api === undefined) return { name, port, api: null };
  if (!/^https?:\/\//.test(values.api) || !URL.canParse(values.api)) {
    throw new LaunchError(`--api is not an http(s) address: ${values.api}`);
  }
  return { name, port, api: new URL(values.api).origin };
}

/** @param {number | null} wanted @throws {LaunchError} where the wanted one is taken */
async function choosePort(wanted) {
  const port = await freePortFrom(wanted ?? FIRST_PORT);
  if (wanted === null || port === wanted) return port;
  throw new LaunchError(`Port ${wanted} is taken. Without --port a free one is chosen; ${port} is free.`);
}

exitWithHelp(usage);

await runProgram(async ({ signal, processes, output, cleanup }) => {
  const { name, port: wanted, api: given } = readArguments();
  const api = given ?? runningInstanceUrl(join(root, '.data', 'start.lock'));
  if (api === null) {
    throw new LaunchError(`No site runs in this folder. Start one with npm start, or name its address: --api URL`);
  }
  const port = await choosePort(wanted);
  const running = processes.start({
    command: pinnedNodeRuntime(root),
    args: ['libs/build/src/cli/standalone.ts', name, '--port', String(port), '--api', api],
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    onLine: (line) => output.say(line),
  });
  cleanup.push(() => running.stop());
  const stopped = new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  const ended = await Promise.race([running.ended, stopped]);
  if (ended !== null) throw new LaunchError(`Serving ${name} ended.`);
  return 0;
});
