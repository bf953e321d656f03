import { fileURLToPath } from 'node:url';
import { exitWithHelp } from '../help.mjs';
import { LaunchError } from '../launch-error.mjs';
import { formatElapsed } from '../output.mjs';
import { runProgram } from '../run-program.mjs';
import { ComposeSite } from './compose-site.mjs';
import { DockerCommand } from './docker.mjs';
import { buildImages, measureImages, removeVersions } from './images.mjs';
import { printTraffic } from './print-traffic.mjs';
import { rehearseUpgrades } from './upgrades.mjs';

exitWithHelp('Usage: npm run rehearse [-- UPGRADES]\nRehearses upgrades under traffic on a Docker engine; ten by default.');

/*
 * `npm run rehearse [-- upgrades]`: builds the images, starts docker-compose.yml with the sandbox, and upgrades it under
 * traffic, ten times by default. Needs a Docker engine: `docker` on PATH, or the command in DOCKER. Exit code 1 for a
 * failed request, a lost event or an image that is too large.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const parts = ['images', 'docker compose', 'upgrades under traffic'];

/** @param {string | undefined} given */
function readCount(given = '10') {
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1 || count > 99) throw new LaunchError('Usage: npm run rehearse [-- 1…99]');
  return count;
}

await runProgram(async ({ output, signal, cleanup }) => {
  const count = readCount(process.argv[2]);
  const docker = new DockerCommand(root);
  const version = await docker.version();
  if (version === null) {
    output.say(`No Docker engine with Compose answers (docker on PATH, or DOCKER). Skipped: ${parts.join(', ')}.`);
    return 0;
  }
  output.strong(version);

  let since = performance.now();
  await buildImages(docker, { tag: 'rehearsal-0', signal });
  output.say(`images built in ${formatElapsed(since)}`);
  const images = await measureImages(docker, 'rehearsal-0');
  for (const { name, bytes, tooLarge } of images) {
    output.say(`${name}: ${(bytes / 1e6).toFixed(1)} MB of our own layers${tooLarge ? ', more than allowed' : ''}`);
  }

  since = performance.now();
  const site = await ComposeSite.create(docker, signal);
  cleanup.push(() => removeVersions(docker, count));
  cleanup.push(() => site.remove());
  await site.start();
  output.say(`docker compose: healthy after ${formatElapsed(since)}`);

  const figures = await rehearseUpgrades({ docker, site, output, signal }, count);
  printTraffic(output, figures);
  const failed = figures.failures.length > 0 || figures.lost.length > 0 || images.some(({ tooLarge }) => tooLarge);
  return failed ? 1 : 0;
});
