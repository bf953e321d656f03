import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { LaunchError } from '../launch-error.mjs';
import { stackFileText, swarmStackOf } from '../swarm-stack.mjs';
import { waitUntil } from '../wait-until.mjs';

const limitMs = 300_000;

/** The site of the stack for Docker Swarm, with the sandbox. */
export class SwarmSite {
  #docker;
  #root;
  #signal;
  /** @type {Record<string, string>} */
  #env;
  #folder = mkdtempSync(join(tmpdir(), 've-swarm-'));
  #name = 've-rehearsal';
  #begun = false;

  /**
   * @param {import('./docker.mjs').DockerCommand} docker
   * @param {{ root: string, env: Record<string, string>, signal: AbortSignal }} options env: the variables of the stack,
   *   without the sandbox's
   */
  constructor(docker, { root, env, signal }) {
    this.#docker = docker;
    this.#root = root;
    this.#signal = signal;
    const sandbox = parseEnv(readFileSync(join(root, 'docker/sandbox.env'), 'utf8'));
    this.#env = /** @type {Record<string, string>} */ ({ ...sandbox, ...env });
  }

  /** @returns {Promise<boolean>} whether this engine was in no swarm, and now is the only node of one */
  async init() {
    const state = await this.#docker.run(['info', '--format', '{{.Swarm.LocalNodeState}}']);
    if (state.trim() !== 'inactive') return false;
    this.#begun = true;
    await this.#docker.run(['swarm', 'init', '--advertise-addr', '127.0.0.1']);
    const node = (await this.#docker.run(['info', '--format', '{{.Swarm.NodeID}}'])).trim();
    await this.#docker.run(['node', 'update', '--label-add', 'vehicle-enquiry.data=true', node]);
    return true;
  }

  /** Deploys the images of a version, and waits until all replicas run them. @param {string} version */
  async deploy(version) {
    this.#env['VERSION'] = version;
    const file = join(this.#folder, 'stack.yml');
    const stack = swarmStackOf(parse(readFileSync(join(this.#root, 'docker-compose.yml'), 'utf8')), {
      caddyfile: readFileSync(join(this.#root, 'docker/Caddyfile'), 'utf8'),
      configFolder: join(this.#root, 'docker'),
      profiles: ['sandbox'],
    });
    writeFileSync(file, stackFileText(stack));
    await this.#docker.run(['stack', 'deploy', '--resolve-image', 'never', '--compose-file', file, this.#name], {
      env: this.#env,
    });
    if (!(await waitUntil(() => this.#isDeployed(version), limitMs, 1_000))) {
      throw new LaunchError(await this.#docker.run(['stack', 'ps', '--no-trunc', this.#name]));
    }
  }

  /** @param {string} service @param {number} replicas */
  async scale(service, replicas) {
    await this.#docker.run(['service', 'scale', `${this.#name}_${service}=${replicas}`]);
  }

  /** Runs prepare of a version to its end. @param {string} version @returns {Promise<void>} */
  async prepare(version) {
    const image = `vehicle-enquiry-bff:${version}`;
    const args = ['service', 'update', '--detach=false', '--quiet', '--no-resolve-image', '--image', image];
    await this.#docker.run([...args, `${this.#name}_migrate`]);
  }

  /** @returns {Promise<string>} the certificate of Caddy's own authority */
  async certificate() {
    const filter = ['--filter', `label=com.docker.swarm.service.name=${this.#name}_caddy`];
    const id = (await this.#docker.run(['ps', '--quiet', ...filter])).trim();
    return this.#docker.run(['exec', id, 'cat', '/data/caddy/pki/authorities/local/root.crt']);
  }

  /** Removes the stack and ends the swarm, if `init` began one. */
  async remove() {
    if (!this.#begun) return;
    await this.#docker.run(['stack', 'rm', '--detach=false', this.#name]);
    await this.#docker.run(['swarm', 'leave', '--force']);
    const volumes = ['postgres', 'redis', 'caddy', 'backups'].map((of) => `${this.#name}_${of}`);
    // Containers of the stack may still be ending.
    const remove = () => this.#docker.run(['volume', 'rm', '--force', ...volumes]);
    await waitUntil(
      () =>
        remove().then(
          () => true,
          () => false,
        ),
      60_000,
      1_000,
    );
    rmSync(this.#folder, { recursive: true });
  }

  /** Whether every replica is there and no update runs, with BFF and workers of the version. @param {string} version */
  async #isDeployed(version) {
    this.#signal.throwIfAborted();
    const lines = (
      await this.#docker.run(['stack', 'services', '--format', '{{.Name}} {{.Replicas}} {{.Image}}', this.#name])
    )
      .trim()
      .split('\n');
    const complete = lines.every((line) => {
      const [, running, wanted] = / (\d+)\/(\d+)[ (]/.exec(line) ?? [];
      return /_migrate /.test(line) ? / \(1\/1 completed\)/.test(line) : running === wanted;
    });
    if (!complete) return false;
    for (const service of ['bff', 'workers']) {
      const format = '{{if .UpdateStatus}}{{.UpdateStatus.State}}{{end}} {{.Spec.TaskTemplate.ContainerSpec.Image}}';
      const state = await this.#docker.run(['service', 'inspect', '--format', format, `${this.#name}_${service}`]);
      if (/rollback|paused/.test(state)) throw new LaunchError(`The update of ${service}: ${state}`);
      if (/^updating/.test(state) || !state.trim().endsWith(`:${version}`)) return false;
    }
    return true;
  }
}
