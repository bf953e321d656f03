import { constants } from 'node:os';
import { formatLaunchError } from './launch-error.mjs';
import { LauncherOutput } from './output.mjs';
import { LauncherProcesses } from './processes.mjs';
import { runCleanupSteps } from './stack.mjs';
import { exitWhenParentExits } from './parent-process.mjs';

/**
 * @typedef {object} Program
 * @property {AbortSignal} signal aborted by Ctrl-C, SIGTERM, a closed terminal, the end of the npm that runs it,
 *   or the end of `main`
 * @property {LauncherProcesses} processes
 * @property {LauncherOutput} output
 * @property {Array<() => Promise<void>>} cleanup run in reverse order at the end, on any exit
 */

/**
 * Runs a command-line program that starts other processes. On any exit, all of them are stopped first. A first Ctrl-C
 * stops them gracefully, a second one kills them. Ends this process with main's exit code, 1 after an error, 128 + the
 * signal's number (130 for Ctrl-C) after a signal.
 * @param {(program: Program) => Promise<number>} main
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<never>}
 */
export async function runProgram(main, stream = process.stdout) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 3)) {
    process.stderr.write(`Node 20.3 or newer is needed to begin; this is ${process.version}.\n`);
    process.exit(1);
  }
  const stopping = new AbortController();
  const processes = new LauncherProcesses();
  const output = new LauncherOutput(stream);
  /** @type {Array<() => Promise<void>>} */
  const cleanup = [];
  /** @type {number | null} */
  let signalled = null;

  const stop = (/** @type {'SIGINT' | 'SIGTERM' | 'SIGHUP'} */ name) => {
    signalled = 128 + constants.signals[name];
    output.say('Stopping…');
    stopping.abort();
  };
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (signalled !== null) {
        processes.killAll();
        process.exit(signalled);
      }
      stop(name);
    });
  }
  exitWhenParentExits(() => signalled === null && stop('SIGHUP'));
  // A closed output pipe (`npm start | head`) ends the program like a closed terminal.
  stream.on('error', () => {
    signalled ??= 128 + constants.signals.SIGPIPE;
    stopping.abort();
  });

  let code = 1;
  try {
    code = await main({ signal: stopping.signal, processes, output, cleanup });
  } catch (error) {
    if (signalled === null) process.stderr.write(`${formatLaunchError(error)}\n`);
  }
  stopping.abort();
  try {
    await runCleanupSteps(cleanup);
  } catch (error) {
    process.stderr.write(`While stopping: ${formatLaunchError(error)}\n`);
    code ||= 1;
  }
  await processes.endAll();
  process.exit(signalled ?? code);
}
