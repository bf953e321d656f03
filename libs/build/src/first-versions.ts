import { join } from 'node:path';
import { type RemoteContractModule, repositoryRoot } from './repository.ts';
import { readJson } from './release-store.ts';

export const slotsModule: RemoteContractModule['slotsModule'] = '@ve/contracts/slots';

/** By our own shared module, and `slotsModule`: the first contract version of each name. */
export type FirstVersions = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const firstVersionsFile = join(repositoryRoot, 'libs/build/contract/first-versions.json');

/** The record of `npm run contract`. */
export const readFirstVersions = (): FirstVersions => readJson(firstVersionsFile) as FirstVersions;

const isLater = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map((each) => each.split('.').map(Number));
  const index = left?.findIndex((part, at) => part !== right?.[at]) ?? -1;
  return index !== -1 && (left?.[index] ?? 0) > (right?.[index] ?? 0);
};

/** The declared contract version, or a later one that a used name or slot needs. */
export const raisedContract = (declared: string, used: FirstVersions): string =>
  Object.entries(used)
    .filter(([module]) => module.startsWith('@ve/'))
    .flatMap(([, names]) => Object.values(names))
    .reduce((highest, version) => (isLater(version, highest) ? version : highest), declared);

/** The given slots as an entry of `sharedExports`; nothing for none. */
export const slotExports = (slots: readonly string[], first: FirstVersions, contract: string): FirstVersions =>
  slots.length === 0
    ? {}
    : {
        [slotsModule]: Object.fromEntries(slots.map((slot) => [slot, first[slotsModule]?.[slot] ?? contract])),
      };
