import { parseArgs } from 'node:util';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { createRemotePackage, InvalidRemoteNameError } from '../new-remote.ts';
import { repositoryRoot } from '../repository.ts';

/** `npm run new-remote orders` creates the remote `mfe-orders` with a page at `/orders`. */
exitWithHelp(`npm run new-remote <name>

  creates the remote mfe-<name> with a page at /<name>, a filled slot of the report, and tests`);

const { positionals } = parseArgs({ allowPositionals: true });
const [given, ...more] = positionals;
try {
  if (given === undefined || more.length > 0)
    throw new InvalidRemoteNameError('Which name? npm run new-remote fleet-view');
  const { name, page } = createRemotePackage(repositoryRoot, given);
  console.log(`${name} is there, with a page at ${page}, a filled slot of the report, and tests.

  npm run work-on ${name}        its sources in the real page, at ${page}
  npm run test -w @ve/${name}    its tests
  npm test                       everything, as before any change is merged`);
} catch (error) {
  console.error(error instanceof InvalidRemoteNameError ? error.message : error);
  process.exitCode = error instanceof InvalidRemoteNameError ? 2 : 1;
}
