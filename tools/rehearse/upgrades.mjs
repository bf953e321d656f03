import { LaunchError } from '../launch-error.mjs';
import { formatElapsed } from '../output.mjs';
import { buildNextVersion, migrationOf } from './images.mjs';
import { Traffic } from './traffic.mjs';

/** Longer than a worker may take for a job at its stop, so that some fetches are interrupted. */
const slowVendorMs = 4_000;

/** @param {string} text @param {string} part */
function expectPart(text, part) {
  if (!text.includes(part)) throw new LaunchError(`prepare did not print “${part}”:\n${text}`);
}

/**
 * One upgrade: the migration of the next version, then one BFF and one worker, then the others.
 * @param {import('./compose-site.mjs').ComposeSite} site
 * @param {string} migration
 */
async function upgrade(site, migration) {
  expectPart(await site.prepare(true), `would apply ${migration}`);
  expectPart(await site.prepare(false), `applied ${migration}`);
  for (const services of [
    ['bff-2', 'workers-2'],
    ['bff', 'workers'],
  ])
    await site.renew(services);
}

/**
 * Upgrades a site several times under traffic.
 * @param {{ docker: import('./docker.mjs').DockerCommand, site: import('./compose-site.mjs').ComposeSite,
 *   output: import('../output.mjs').LauncherOutput, signal: AbortSignal }} context
 * @param {number} count
 * @returns {Promise<import('./traffic.mjs').TrafficFigures>}
 */
export async function rehearseUpgrades({ docker, site, output, signal }, count) {
  await site.slowVendor(slowVendorMs);
  const traffic = new Traffic({ origin: site.origin, ca: await site.certificate() });
  try {
    for (let version = 1; version <= count; version += 1) {
      site.useVersion(await buildNextVersion(docker, { version, signal }));
      const since = performance.now();
      await upgrade(site, migrationOf(version));
      const { requests, failures } = traffic.figures;
      output.say(`upgrade ${version}: ${formatElapsed(since)}; so far ${requests} requests, ${failures.length} failed`);
    }
  } finally {
    await traffic.stop();
  }
  return traffic.figures;
}
