/**
 * Runs a command that lives no longer than whoever started it: when standard input closes (its other end is the
 * launcher) the command and everything it started are ended. `node tether.mjs <command> [argument...]`.
 * The caller makes this process the leader of a group of its own, so one signal to the group reaches all of them.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 4000;
const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('tether: no command');

const windows = process.platform === 'win32';
// npm's command on Windows is a batch file, which only a shell can start.
const child = spawn(command, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: windows && command.endsWith('.cmd'),
});

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
  try {
    if (windows) child.kill(signal);
    else process.kill(-process.pid, signal);
  } catch {
    // Nobody is left.
  }
}

// A signal to the group reaches the command itself; this process stays until the command has ended.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => undefined);

process.stdin.on('error', () => undefined);
process.stdin.on('close', () => {
  signalAll('SIGTERM');
  setTimeout(() => signalAll('SIGKILL'), GRACE_MS).unref();
});
process.stdin.resume();

child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
