import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FirstVersions, firstVersionsFile, readFirstVersions } from '../first-versions.ts';
import { repositoryRoot } from '../repository.ts';
import { readJson } from '../release-store.ts';
import type { VersionBump, ContractChange } from './contract-change.ts';
import type { ContractSurface } from './contract-surface.ts';

/** The recorded surface, and the contract version that it belongs to. */
export interface ContractSnapshot {
  version: string;
  surface: ContractSurface;
  /** Of every name of the shared modules, used by a remote of this repository or not, and of every slot. */
  firstVersions: FirstVersions;
}

const folder = join(repositoryRoot, 'libs/build/contract');
const extension = '.d.ts.txt';

export function readContractSnapshot(): ContractSnapshot {
  const { version } = readJson(join(folder, 'version.json')) as { version: string };
  const files = readdirSync(folder).filter((file) => file.endsWith(extension));
  const surface = files
    .sort()
    .map((file): [string, string] => [file.slice(0, -extension.length), readFileSync(join(folder, file), 'utf8')]);
  return { version, surface: Object.fromEntries(surface), firstVersions: readFirstVersions() };
}

export function writeContractSnapshot({ version, surface, firstVersions }: ContractSnapshot): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [module, text] of Object.entries(surface)) writeFileSync(join(folder, module + extension), text);
  writeFileSync(join(folder, 'version.json'), `${JSON.stringify({ version }, null, 2)}\n`);
  writeFileSync(firstVersionsFile, `${JSON.stringify(firstVersions, null, 2)}\n`);
}

/** The contract version that a change needs: the given one, or the next after the recorded one. */
export const contractVersionAfter = (recorded: string, version: string, { bump }: ContractChange): string =>
  bump === 'none' || isAtLeast(version, bumped(recorded, bump)) ? version : bumped(recorded, bump);

const bumped = (version: string, bump: VersionBump): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return bump === 'major' ? `${String(major + 1)}.0.0` : `${String(major)}.${String(minor + 1)}.0`;
};

const isAtLeast = (version: string, least: string): boolean => {
  const [one, other] = [version, least].map((each) => each.split('.').map(Number));
  const index = one?.findIndex((part, at) => part !== other?.[at]) ?? -1;
  return index === -1 || (one?.[index] ?? 0) > (other?.[index] ?? 0);
};

/**
 * The error of the contract version: null where the surface is as recorded under this version, or where the version
 * fits the change and only the snapshot has to be written again (`npm run contract`).
 */
export function contractVersionError(
  recorded: string,
  version: string,
  { bump, description }: ContractChange,
): string | null {
  if (bump === 'none' || isAtLeast(version, bumped(recorded, bump))) return null;
  return (
    `What remotes build against changed since version ${recorded} of the contract:\n` +
    `${description.map((each) => `- ${each}`).join('\n')}\n` +
    (bump === 'major'
      ? `That is a major change: set contractVersion in libs/contracts/src/remote-manifest.ts to ` +
        `${bumped(recorded, bump)} (it is ${version}), and record the surface with "npm run contract". ` +
        'Remotes that are live would no longer be loaded: keep what they use beside the new if that is at all possible.'
      : `That is a minor change: "npm run contract" records it and raises the contract to ${bumped(recorded, bump)} ` +
        `(it is ${version}). The build of a remote that uses what is new asks for that version by itself.`)
  );
}
