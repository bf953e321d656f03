import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/*
 * The stack of Docker Swarm that docker-compose.yml describes: what Swarm does otherwise, and nothing else. Services that
 * only extend another one are its replicas; order of start, builds and restarts are Swarm's own matter.
 */

/** Where the volumes are: `docker node update --label-add vehicle-enquiry.data=true …`. */
const withVolumes = { constraints: ['node.labels.vehicle-enquiry.data == true'] };
const notInSwarm = ['build', 'depends_on', 'extends', 'ports', 'profiles', 'restart', 'security_opt', 'tmpfs'];
const units = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** `/tmp:size=1g,mode=1777` as a mount; the mode is that by default. @param {string} text */
function tmpfsMount(text) {
  const [target, options = ''] = text.split(':');
  const [, size, unit] = /size=(\d+)([kmg])/.exec(options) ?? [];
  const bytes = size && unit ? Number(size) * units[/** @type {keyof typeof units} */ (unit)] : null;
  return { type: 'tmpfs', target, ...(bytes !== null && { tmpfs: { size: bytes } }) };
}

/**
 * Ports of the machine itself: Swarm's own mesh would hide the addresses of visitors. None for a port of one address,
 * such as loopback: Swarm publishes ports of all addresses alone.
 * @param {string} text
 */
function hostPorts(text) {
  const parts = text.match(/(?:\$\{[^}]*\}|[^:$])+/g) ?? [];
  const [published, target] = parts;
  return parts.length === 2 ? [{ target, published, protocol: 'tcp', mode: 'host' }] : [];
}

/** Traffic between machines is encrypted. Swarm knows no IPv6 of a network. @param {any} network */
const overlayOf = (network) => ({
  driver: 'overlay',
  driver_opts: { encrypted: 'true' },
  ...Object.fromEntries(Object.entries(network).filter(([key]) => key !== 'enable_ipv6')),
});

/** Compose waits for a process that is ready; Swarm ends one that is unhealthy, and asks as its image says. @param {any} service */
const isOwnCheck = ({ build, healthcheck }) => build !== undefined && healthcheck?.disable !== true;

/** @param {any} service @param {number} replicas */
function deployOf(service, replicas) {
  if (service.restart === 'no') {
    return { mode: 'replicated-job', restart_policy: { condition: 'on-failure', delay: '5s', max_attempts: 10 } };
  }
  const isStateful = (service.volumes ?? []).length > 0;
  return {
    replicas,
    // By the addresses of the replicas: a virtual one drops connections that are idle for 15 minutes, as pools have them.
    endpoint_mode: 'dnsrr',
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
      const left = [...notInSwarm, ...(isOwnCheck(service) ? ['healthcheck'] : [])];
      const kept = Object.fromEntries(Object.entries(service).filter(([key]) => !left.includes(key)));
      const ports = (service.ports ?? []).flatMap(hostPorts);
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
          ...(ports.length > 0 && { ports }),
          deploy: deployOf(service, replicas(name)),
        },
      ];
    });
  const used = new Set(services.flatMap(([, { volumes = [] }]) => volumes).map((each) => String(each).split(':')[0]));
  const version = createHash('sha256').update(caddyfile).digest('hex').slice(0, 8);
  return {
    services: Object.fromEntries(services),
    networks: Object.fromEntries(Object.entries(compose.networks).map(([name, network]) => [name, overlayOf(network)])),
    configs: { caddyfile: { name: `vehicle-enquiry-caddyfile-${version}`, file: `${configFolder}/Caddyfile` } },
    volumes: Object.fromEntries(Object.entries(compose.volumes).filter(([name]) => used.has(name))),
  };
}

/** @param {object} stack @returns {string} */
export const stackFileText = (stack) =>
  '# For Docker Swarm: docs/operations/swarm.md. Made from docker-compose.yml by node tools/write-swarm-stack.mjs\n' +
  // Docker takes `yes` for a boolean, as YAML 1.1 does.
  stringify(stack, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
