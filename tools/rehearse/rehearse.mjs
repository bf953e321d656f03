import { fileURLToPath } from 'node:url';
import { exitWithHelp } from '../help.mjs';
import { LaunchError } from '../launch-error.mjs';
import { formatElapsed } from '../output.mjs';
import { runProgram } from '../run-program.mjs';
import { rehearseAlerts } from './alerts.mjs';
import { ComposeSite } from './compose-site.mjs';
import { DockerCommand } from './docker.mjs';
import { buildImages, measureImages, removeVersions } from './images.mjs';
import { printTraffic } from './print-traffic.mjs';
import { rehearseSwarm } from './swarm.mjs';
import { rehearseUpgrades } from './upgrades.mjs';

const usage = `Usage: npm run rehearse [-- UPGRADES [compose|swarm]] | npm run rehearse -- alerts
Builds the images, starts docker-compose.yml with the sandbox, and upgrades it under traffic, 1 to 99 times, ten by
default; then the same once with the stack for Docker Swarm. Needs a Docker engine: docker on PATH, or the command in
DOCKER. Exit code 1 for a failed request, a lost event or an image that is too large.
With alerts: causes most alerts of Prometheus by their faults, without Docker. Needs Redis on PATH, and
Prometheus there or as the command in PROMETHEUS.`;
exitWithHelp(usage);

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const parts = ['images', 'docker compose', 'upgrades under traffic', 'Docker Swarm'];

/** @param {string[]} args */
function readArguments([given = '10', part = '', ...more]) {
  const count = Number(given);
  const known = ['', 'compose', 'swarm'].includes(part) && more.length === 0;
  if (!Number.isInteger(count) || count < 1 || count > 99 || !known) throw new LaunchError(usage);
  return { count, compose: part !== 'swarm', swarm: part !== 'compose' };
}

await runProgram(async (program) => {
  const { output, signal, cleanup } = program;
  if (process.argv.length === 3 && process.argv[2] === 'alerts') return rehearseAlerts({ ...program, root });
  const { count, compose, swarm } = readArguments(process.argv.slice(2));
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

  let failed = images.some(({ tooLarge }) => tooLarge);
  cleanup.push(() => removeVersions(docker, count));
  if (compose) {
    since = performance.now();
    const site = await ComposeSite.create(docker, signal);
    cleanup.push(() => site.remove());
    await site.start();
    output.say(`docker compose: healthy after ${formatElapsed(since)}`);
    failed = printTraffic(output, await rehearseUpgrades({ docker, site, output, signal }, count)) || failed;
    await site.remove();
  }
  if (swarm) {
    const figures = await rehearseSwarm({ ...program, docker, root });
    if (figures === null) output.say('This engine is in a swarm already. Skipped: Docker Swarm.');
    else failed = printTraffic(output, figures) || failed;
  }
  return failed ? 1 : 0;
});
