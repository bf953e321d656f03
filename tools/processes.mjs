import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitUntil } from './wait-until.mjs';

const tether = fileURLToPath(new URL('run-with-parent.mjs', import.meta.url));
const TAIL_LINES = 40;

/**
 * @typedef {object} Command
 * @property {string} command
 * @property {string[]} [args]
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; by default the launcher's own
 * @property {(line: string) => void} [onLine] each line of output, of both streams
 */

/**
 * @typedef {object} Ended
 * @property {number} code
 * @property {string} tail the last lines of output
 */

/**
 * @typedef {object} Running
 * @property {number | undefined} pid
 * @property {Promise<Ended>} ended
 * @property {(graceMs?: number) => Promise<void>} stop SIGTERM, then SIGKILL after the grace period;
 *   resolves when it has ended
 */

/** All processes that the launcher started, so that they end with it. */
export class LauncherProcesses {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #live = new Set();

  /**
   * Starts a command in a process group of its own. Its standard input is a pipe that closes with the launcher.
   * @param {Command & { endsWithParent?: boolean }} options endsWithParent: for commands that do not watch that pipe
   * themselves
   * @returns {Running}
   */
  start({ command, args = [], cwd, env = process.env, onLine, endsWithParent = true }) {
    const [file, rest] = endsWithParent ? [process.execPath, [tether, command, ...args]] : [command, args];
    const child = spawn(file, rest, {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#live.add(child);
    child.stdin.on('error', () => undefined);
    /** @type {string[]} */
    const tail = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        onLine?.(line);
      });
    }
    /** @type {Promise<Ended>} */
    const ended = new Promise((resolve) => {
      const finish = (/** @type {number} */ code) => {
        this.#live.delete(child);
        resolve({ code, tail: tail.join('\n') });
      };
      child.once('error', (error) => {
        tail.push(error.message);
        finish(127);
      });
      child.once('close', (code) => finish(code ?? 137));
    });
    return { pid: child.pid, ended, stop: (graceMs = 10_000) => stopTree(child, ended, graceMs) };
  }

  /**
   * Runs a command until it ends.
   * @param {Command & { signal?: AbortSignal, limitMs?: number }} options
   * @returns {Promise<Ended & { timedOut: boolean }>}
   * @throws the signal's reason when aborted, after the command has ended
   */
  async run({ signal, limitMs, ...options }) {
    signal?.throwIfAborted();
    const running = this.start(options);
    let timedOut = false;
    const stop = () => void running.stop(4000);
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            stop();
          }, limitMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const ended = await running.ended;
      signal?.throwIfAborted();
      return { ...ended, timedOut };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Ends the remaining processes and waits for them, so that nothing writes after the launcher has ended. */
  async endAll() {
    const left = [...this.#live];
    await Promise.all(
      left.map((child) => stopTree(child, new Promise((resolve) => child.once('close', resolve)), 4000)),
    );
  }

  /** Kills all processes immediately. */
  killAll() {
    for (const child of this.#live) signalTree(child, 'SIGKILL');
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalTree(child, signal) {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group has ended.
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {Promise<unknown>} ended @param {number} graceMs */
async function stopTree(child, ended, graceMs) {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  signalTree(child, 'SIGTERM');
  if (!(await waitUntil(() => hasEnded, graceMs))) signalTree(child, 'SIGKILL');
  await ended;
}
