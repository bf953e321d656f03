import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findArchivedManifest, readReleaseArchive } from './release-archive.ts';
import { repositoryRoot } from './repository.ts';

/*
 * The pages of the archived releases can still call today's endpoints as when they were built: the check that a service
 * makes before it starts, made before it is deployed.
 */

interface CallSchemas {
  createServedCallLookup: (endpoints: readonly unknown[]) => (key: string) => unknown;
  findApiCallDifferences: (calls: object, served: (key: string) => unknown) => string[];
}

interface EveryEndpoint {
  everyEndpoint: () => Promise<unknown[]>;
}

const contractModule = (file: string): Promise<unknown> => import(pathToFileURL(join(repositoryRoot, file)).href);

const archive = readReleaseArchive(join(repositoryRoot, 'e2e/releases/earlier-releases.json.br'));

/**
 * The calls of an archived release, and the differences that break them with the current service, as if it had none of
 * the operations of `without`.
 */
async function compare(name: string, without: (key: string) => boolean = () => false) {
  const { createServedCallLookup, findApiCallDifferences } = (await contractModule(
    'libs/contracts/src/call-schemas.ts',
  )) as CallSchemas;
  const { everyEndpoint } = (await contractModule('libs/contracts/src/every-endpoint.ts')) as EveryEndpoint;
  const served = createServedCallLookup(await everyEndpoint());
  const { calls } = findArchivedManifest(archive, name) as { contract: string; calls: object };
  return {
    keys: Object.keys(calls).filter((key) => key !== '$defs'),
    differences: findApiCallDifferences(calls, (key) => (without(key) ? undefined : served(key))),
  };
}

test.each(Object.keys(archive.live))('the archived %s can call the current service', async (name) => {
  const { keys, differences } = await compare(name);
  expect(keys).not.toEqual([]);
  // Accept the old form next to the new one (ADR 13), or first release the remotes that no longer need it (ADR 41).
  expect(differences).toEqual([]);
});

test('a removed operation is reported', async () => {
  const { keys, differences } = await compare('mfe-report', () => true);
  expect(differences).toEqual(keys.map((key) => `${key}: is not served`));
});
