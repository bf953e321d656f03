import { join, resolve } from 'node:path';
import { findArchivedManifest, readReleaseArchive, unpackReleases } from '../release-archive.ts';
import { repositoryRoot } from '../repository.ts';

/**
 * `node libs/build/src/cli/unpack-releases.ts <store>` adds the archived releases to a store without making them live,
 * and prints them by name: the version, and the contract version that each provides (the shell) or requires.
 */
const [store] = process.argv.slice(2);
if (store === undefined) throw new Error('Into which store?');
const archive = readReleaseArchive(join(repositoryRoot, 'e2e/releases/earlier-releases.json.br'));
unpackReleases(archive, resolve(store));
const releases = Object.entries(archive.live).map(([name, version]) => [
  name,
  { version, contract: findArchivedManifest(archive, name).contract },
]);
console.log(JSON.stringify(Object.fromEntries(releases)));
