import { contractChangeOf } from '../contract/contract-change.ts';
import { emitDeclarations } from '../contract/emit-declarations.ts';
import { readContractSnapshot, contractVersionError, writeContractSnapshot } from '../contract/contract-snapshot.ts';
import { readContractDeclarations } from '../contract/contract-surface.ts';
import { importRemoteContract } from '../repository.ts';

/**
 * `npm run contract` records the declarations that remotes build against, and the contract version they belong to, in
 * `libs/build/contract/`. It refuses a version that does not fit the change.
 */
emitDeclarations();
const { contractVersion } = await importRemoteContract();
const recorded = readContractSnapshot();
const surface = readContractDeclarations(recorded.surface);
const change = await contractChangeOf(recorded.surface, surface);
const problem = contractVersionError(recorded.version, contractVersion, change);
if (problem === null) {
  writeContractSnapshot({ version: contractVersion, surface });
  console.log([`The contract is ${contractVersion}.`, ...change.description.map((each) => `- ${each}`)].join('\n'));
} else {
  console.error(problem);
  process.exitCode = 1;
}
