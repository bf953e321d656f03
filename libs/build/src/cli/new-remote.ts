import { parseArgs } from 'node:util';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { createRemotePackage, InvalidRemoteNameError, readPackageSource } from '../new-remote.ts';
import { isPacked, workspaceRoot } from '../repository.ts';

/**
 * `npm run new-remote orders` creates the remote `mfe-orders` with a page at `/orders`; outside this repository `npx --no
 * ve new orders` does, in any folder, for packages in a folder or in a registry.
 */
const command = isPacked ? 'npx --no ve new' : 'npm run new-remote';
exitWithHelp(`${command} <name>${isPacked ? ' (--packages folder | --registry address)' : ''}

  creates the remote mfe-<name> with a page at /<name>, a filled slot of the report, and tests${
    isPacked
      ? '\n  --packages   the folder with the packed packages' +
        '\n  --registry   the address of the registry that has them, which .npmrc is given'
      : ''
  }`);

const next = (name: string): string =>
  isPacked
    ? `
  npm install              once, and after an update of the packages
  npx --no ve dev               its sources in the pages of the site at RELEASE_URL
  npx --no ve test              its tests
  npx --no ve release           publishes it there`
    : `
  npm run work-on ${name}        its sources in the real page
  npm run test -w @ve/${name}    its tests
  npm test                       everything, as before any change is merged`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { packages: { type: 'string' }, registry: { type: 'string' } },
  });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new InvalidRemoteNameError(`Which name? ${command} fleet-view`);
  const source = isPacked ? readPackageSource(values) : null;
  const { name, page } = createRemotePackage(workspaceRoot, given, source);
  console.log(`${name} is there, with a page at ${page}, a filled slot of the report, and tests.\n${next(name)}`);
} catch (error) {
  const isUsage = error instanceof InvalidRemoteNameError || error instanceof TypeError;
  console.error(isUsage ? error.message : error);
  process.exitCode = isUsage ? 2 : 1;
}
