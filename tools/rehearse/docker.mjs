import { spawn } from 'node:child_process';
import { LaunchError } from '../launch-error.mjs';

const tailLines = 40;

/** The command line of a Docker engine: `DOCKER` (words separated by spaces), else `docker`. */
export class DockerCommand {
  #words;
  #root;

  /** @param {string} root the folder that commands run in @param {NodeJS.ProcessEnv} [env] */
  constructor(root, env = process.env) {
    this.#words = (env['DOCKER'] || 'docker').split(' ').filter(Boolean);
    this.#root = root;
  }

  /** @returns {Promise<string | null>} the version of the engine, null where none answers */
  async version() {
    try {
      const engine = await this.run(['version', '--format', '{{.Server.Version}}']);
      return `Docker ${engine.trim()}, Compose ${(await this.run(['compose', 'version', '--short'])).trim()}`;
    } catch {
      return null;
    }
  }

  /**
   * @param {string[]} args
   * @param {{ env?: Record<string, string>, signal?: AbortSignal }} [options] env: in addition to this process's
   * @returns {Promise<string>} its standard output
   * @throws {LaunchError} with the last lines when it fails
   */
  run(args, { env = {}, signal } = {}) {
    const [command = 'docker', ...words] = this.#words;
    const child = spawn(command, [...words, ...args], {
      cwd: this.#root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    let out = '';
    let all = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      all += chunk;
    });
    child.stderr.on('data', (chunk) => (all += chunk));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) return resolve(out);
        const tail = all.trimEnd().split('\n').slice(-tailLines).join('\n');
        reject(new LaunchError(`docker ${args.join(' ')} failed (${code}).\n${tail}`));
      });
    });
  }
}
