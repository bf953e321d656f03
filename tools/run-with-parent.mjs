/**
 * Runs a command that ends with its parent: when standard input, a pipe from the launcher, closes, the command and all
 * its children are ended. `node run-with-parent.mjs <command> [argument...]`. The caller makes this process a process
 * group leader, so one signal to the group reaches all of them.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 4000;
const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('run-with-parent: no command');

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
    // The process group has ended.
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
