import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/*
 * The stack of Docker Swarm that docker-compose.yml describes: what Swarm does otherwise, and nothing else. Services that
 * only extend another one are its replicas; order of start, builds and restarts are Swarm's own matter.
 */

/** Where the volumes are: `docker node update --label-add vehicle-enquiry.data=true …`. */
const withVolumes = { constraints: ['node.labels.vehicle-enquiry.data == true'] };
const notInSwarm = ['build', 'depends_on', 'extends', 'profiles', 'restart', 'security_opt', 'tmpfs'];
const units = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** `/tmp:size=1g,mode=1777` as a mount; the mode is that by default. @param {string} text */
function tmpfsMount(text) {
  const [target, options = ''] = text.split(':');
  const [, size, unit] = /size=(\d+)([kmg])/.exec(options) ?? [];
  const bytes = size && unit ? Number(size) * units[/** @type {keyof typeof units} */ (unit)] : null;
  return { type: 'tmpfs', target, ...(bytes !== null && { tmpfs: { size: bytes } }) };
}

/** Ports of the machine itself: Swarm's own mesh would hide the addresses of visitors. @param {string} text */
function hostPort(text) {
  const [published, target] = text.match(/\$\{[^}]*\}|\d+/g) ?? [];
  return { target, published, protocol: 'tcp', mode: 'host' };
}

/** @param {any} service @param {number} replicas */
function deployOf(service, replicas) {
  if (service.restart === 'no') {
    return { mode: 'replicated-job', restart_policy: { condition: 'on-failure', delay: '5s', max_attempts: 10 } };
  }
  const isStateful = (service.volumes ?? []).length > 0;
  return {
    replicas,
    update_config: {
      order: isStateful ? 'stop-first' : 'start-first',
      failure_action: 'rollback',
      monitor: '20s',
    },
    restart_policy: { condition: 'any', delay: '2s' },
    ...(isStateful && { placement: withVolumes }),
  };
}

/**
 * The stack, as an object for YAML.
 * @param {any} compose docker-compose.yml, parsed
 * @param {{ caddyfile: string, configFolder?: string, profiles?: readonly string[] }} options caddyfile: its text, since
 *   Swarm's configs never change; configFolder: from the stack file; profiles: whose services are included
 */
export function swarmStackOf(compose, { caddyfile, configFolder = '.', profiles = [] }) {
  /** @type {Array<[string, any]>} */
  const all = Object.entries(compose.services);
  const replicas = (/** @type {string} */ of) => 1 + all.filter(([, service]) => service.extends === of).length;
  const replicaNames = all.filter(([, service]) => service.extends).map(([name]) => name);
  const services = all
    .filter(([, service]) => !service.extends)
    .filter(
      ([, service]) => !service.profiles || service.profiles.some((/** @type {string} */ of) => profiles.includes(of)),
    )
    .map(([name, service]) => {
      const kept = Object.fromEntries(Object.entries(service).filter(([key]) => !notInSwarm.includes(key)));
      const mounts = [...(service.volumes ?? []), ...(service.tmpfs ?? []).map(tmpfsMount)];
      const { UPSTREAMS: upstreams, ...environment } = service.environment ?? {};
      if (upstreams !== undefined) {
        const isReplica = (/** @type {string} */ address) => replicaNames.includes(address.split(':')[0] ?? '');
        environment.UPSTREAMS = upstreams
          .split(' ')
          .filter((/** @type {string} */ each) => !isReplica(each))
          .join(' ');
      }
      return [
        name,
        {
          ...kept,
          ...(service.environment && { environment }),
          ...(mounts.length > 0 && { volumes: mounts }),
          ...(service.ports && { ports: service.ports.map(hostPort) }),
          deploy: deployOf(service, replicas(name)),
        },
      ];
    });
  const used = new Set(services.flatMap(([, { volumes = [] }]) => volumes).map((each) => String(each).split(':')[0]));
  const version = createHash('sha256').update(caddyfile).digest('hex').slice(0, 8);
  return {
    services: Object.fromEntries(services),
    networks: Object.fromEntries(
      Object.entries(compose.networks).map(([name, network]) => [
        name,
        { driver: 'overlay', .../** @type {object} */ (network) },
      ]),
    ),
    configs: { caddyfile: { name: `vehicle-enquiry-caddyfile-${version}`, file: `${configFolder}/Caddyfile` } },
    volumes: Object.fromEntries(Object.entries(compose.volumes).filter(([name]) => used.has(name))),
  };
}

/** @param {object} stack @returns {string} */
export const stackFileText = (stack) =>
  '# For Docker Swarm: docs/operations/swarm.md. Made from docker-compose.yml by node tools/write-swarm-stack.mjs\n' +
  // Docker takes `yes` for a boolean, as YAML 1.1 does.
  stringify(stack, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
