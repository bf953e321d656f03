import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { contractChangeOf } from '../contract/contract-change.ts';
import {
  contractVersionAfter,
  contractVersionError,
  readContractSnapshot,
  writeContractSnapshot,
} from '../contract/contract-snapshot.ts';
import { emitDeclarations } from '../contract/emit-declarations.ts';
import { readContractDeclarations } from '../contract/contract-surface.ts';
import { readSharedNames, withAddedNames, withFirstVersions } from '../contract/shared-names.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `npm run contract` records the declarations that remotes build against, and the contract version they belong to, in
 * `libs/build/contract/`. It raises the version for what was added. It refuses a change that remotes cannot follow
 * under the given version.
 */
exitWithHelp(`npm run contract

  records in libs/build/contract what remotes build against, and raises the contract version for what was added`);

/** The files that name the current contract version. */
const places = ['libs/contracts/src/remote-manifest.ts', 'docs/teams/manifest.md'];

function raise(from: string, to: string): void {
  for (const place of places) {
    const file = join(repositoryRoot, place);
    const text = readFileSync(file, 'utf8');
    const raised = text.replace(/(contractVersion = '|"contract": ")[\d.]+/, `$1${to}`);
    if (raised === text) throw new Error(`${place} does not name the contract version ${from}`);
    writeFileSync(file, raised);
  }
}

emitDeclarations();
const { contractVersion, slotNames } = await importRemoteContract();
const recorded = readContractSnapshot();
const surface = readContractDeclarations(recorded.surface);
const names = readSharedNames(slotNames);
const change = withAddedNames(await contractChangeOf(recorded.surface, surface), recorded.firstVersions, names);
const version =
  change.bump === 'major' ? contractVersion : contractVersionAfter(recorded.version, contractVersion, change);
const problem = contractVersionError(recorded.version, version, change);
if (problem === null) {
  if (version !== contractVersion) raise(contractVersion, version);
  writeContractSnapshot({ version, surface, firstVersions: withFirstVersions(recorded.firstVersions, names, version) });
  console.log([`The contract is ${version}.`, ...change.description.map((each) => `- ${each}`)].join('\n'));
} else {
  console.error(problem);
  process.exitCode = 1;
}
