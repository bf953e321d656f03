import { formatElapsed } from '../output.mjs';
import { freePort } from '../ports.mjs';
import { rehearsalVariables } from './compose-site.mjs';
import { SwarmSite } from './swarm-site.mjs';
import { Traffic } from './traffic.mjs';
import { buildNextVersion } from './images.mjs';

/**
 * Deploys the stack for Docker Swarm on this machine alone, adds a replica of the workers, and renews all replicas with
 * another version under traffic.
 * @param {{ docker: import('./docker.mjs').DockerCommand, root: string, output: import('../output.mjs').LauncherOutput,
 *   signal: AbortSignal, cleanup: Array<() => Promise<void>> }} context
 * @returns {Promise<import('./traffic.mjs').TrafficFigures | null>} null where this engine is in a swarm already
 */
export async function rehearseSwarm({ docker, root, output, signal, cleanup }) {
  const env = rehearsalVariables({ port: await freePort(), http: await freePort() });
  const site = new SwarmSite(docker, { root, env, signal });
  cleanup.push(() => site.remove());
  if (!(await site.init())) return null;
  let since = performance.now();
  await site.deploy('rehearsal-0');
  output.say(`Swarm: all replicas run after ${formatElapsed(since)}`);
  const traffic = new Traffic({ origin: env['PUBLIC_ORIGIN'] ?? '', ca: await site.certificate() });
  try {
    since = performance.now();
    await site.scale('workers', 3);
    output.say(`Swarm: a third replica of the workers in ${formatElapsed(since)}`);
    const version = await buildNextVersion(docker, { version: 1, signal });
    since = performance.now();
    await site.prepare(version);
    await site.deploy(version);
    output.say(`Swarm: prepared and renewed in ${formatElapsed(since)}`);
  } finally {
    await traffic.stop();
  }
  return traffic.figures;
}
