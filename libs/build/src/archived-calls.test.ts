import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { archivedRelease, readArchive } from './release-archive.ts';
import { repositoryRoot } from './repository.ts';

/*
 * The pages of the archived releases can do with today's endpoints what they could do with those that they were built
 * with: what a service checks before it starts, known before it is deployed.
 */

interface CallSchemas {
  servedBy: (endpoints: readonly unknown[]) => (key: string) => unknown;
  callDifferences: (calls: object, served: (key: string) => unknown) => string[];
}

interface EveryEndpoint {
  everyEndpoint: () => Promise<unknown[]>;
}

const contractModule = (file: string): Promise<unknown> => import(pathToFileURL(join(repositoryRoot, file)).href);

const archive = readArchive(join(repositoryRoot, 'e2e/releases/earlier-releases.json.br'));

/** The calls of an archived release, and what it could not do with the service of today, less these. */
async function compare(name: string, without: (key: string) => boolean = () => false) {
  const { servedBy, callDifferences } = (await contractModule('libs/contracts/src/call-schemas.ts')) as CallSchemas;
  const { everyEndpoint } = (await contractModule('libs/contracts/src/every-endpoint.ts')) as EveryEndpoint;
  const served = servedBy(await everyEndpoint());
  const { calls } = archivedRelease(archive, name) as { contract: string; calls: object };
  return {
    keys: Object.keys(calls).filter((key) => key !== '$defs'),
    differences: callDifferences(calls, (key) => (without(key) ? undefined : served(key))),
  };
}

test.each(Object.keys(archive.live))('the archived %s can call the service of today', async (name) => {
  const { keys, differences } = await compare(name);
  expect(keys).not.toEqual([]);
  // Answer what is new beside what there was (ADR 13), or release the remotes that no longer need it first (ADR 41).
  expect(differences).toEqual([]);
});

test('an operation that is gone would be named', async () => {
  const { keys, differences } = await compare('mfe-report', () => true);
  expect(differences).toEqual(keys.map((key) => `${key}: is not served`));
});
