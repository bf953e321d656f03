import { randomBytes } from 'node:crypto';
import { LaunchError, formatLaunchError } from '../launch-error.mjs';
import { freePort } from '../ports.mjs';

const secret = () => randomBytes(24).toString('hex');

/**
 * What the sandbox's variables leave open.
 * @param {{ port: number, http: number }} ports of the machine
 * @returns {Record<string, string>}
 */
export const rehearsalVariables = ({ port, http }) => ({
  POSTGRES_PASSWORD: secret(),
  REDIS_PASSWORD: secret(),
  PUBLIC_ORIGIN: `https://localhost:${port}`,
  HTTPS_PORT: String(port),
  HTTP_PORT: String(http),
  // One machine is all of the visitors.
  RATE_LIMIT_PER_MINUTE: '100000',
  VEHICLE_FETCHES_PER_SECOND: '100',
});

/** The site of docker-compose.yml with the sandbox, as a project of its own. */
export class ComposeSite {
  origin;
  #docker;
  #signal;
  /** @type {Record<string, string>} */
  #env;

  /** @param {import('./docker.mjs').DockerCommand} docker @param {{ port: number, http: number, signal: AbortSignal }} options */
  constructor(docker, { port, http, signal }) {
    this.#docker = docker;
    this.#signal = signal;
    this.origin = `https://localhost:${port}`;
    this.#env = {
      COMPOSE_PROJECT_NAME: `ve-rehearsal-${port}`,
      ...rehearsalVariables({ port, http }),
      VERSION: 'rehearsal-0',
    };
  }

  /** @param {import('./docker.mjs').DockerCommand} docker @param {AbortSignal} signal */
  static async create(docker, signal) {
    return new ComposeSite(docker, { port: await freePort(), http: await freePort(), signal });
  }

  /** @param {string[]} args of docker compose */
  run(...args) {
    return this.#docker.run(['compose', '--env-file', 'docker/sandbox.env', '--profile', 'sandbox', ...args], {
      env: this.#env,
      signal: this.#signal,
    });
  }

  /** Images of this version are used from now on. @param {string} version */
  useVersion(version) {
    this.#env['VERSION'] = version;
  }

  /** Starts everything and waits until it is healthy. @throws {LaunchError} with the last lines of each service */
  async start() {
    try {
      await this.run('up', '--detach', '--wait', '--wait-timeout', '300');
    } catch (error) {
      const logs = await this.run('logs', '--no-color', '--no-log-prefix', '--tail', '10', 'migrate', 'bff', 'workers');
      throw new LaunchError(`${formatLaunchError(error)}\n${logs}`);
    }
  }

  /** @returns {Promise<string>} the certificate of Caddy's own authority */
  certificate() {
    return this.run('exec', '-T', 'caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt');
  }

  /** Has the slowest vendor answer after some seconds, so that fetches are open while processes restart. @param {number} ms */
  async slowVendor(ms) {
    const code = `fetch('http://127.0.0.1:3900/control/faults/ukvd', { method: 'PUT',
      headers: { 'content-type': 'application/json' }, body: JSON.stringify({ mode: 'slow', delayMs: ${ms} }),
    }).then((r) => process.exit(r.ok ? 0 : 1))`;
    await this.run('exec', '-T', 'sandbox', 'node', '-e', code);
  }

  /** @param {boolean} dryRun @returns {Promise<string>} what prepare printed */
  prepare(dryRun) {
    const command = dryRun ? ['node', 'libs/app/dist/cli/prepare.js', '--dry-run'] : [];
    return this.run('run', '--rm', '--no-deps', '-T', 'migrate', ...command);
  }

  /** Renews containers, and waits until they are healthy. @param {string[]} services */
  renew(services) {
    return this.run('up', '--detach', '--no-deps', '--wait', '--wait-timeout', '300', ...services);
  }

  /** Removes its containers and volumes. */
  async remove() {
    await this.#docker.run(
      ['compose', '--env-file', 'docker/sandbox.env', '--profile', '*', 'down', '--volumes', '--timeout', '20'],
      { env: this.#env },
    );
  }
}
