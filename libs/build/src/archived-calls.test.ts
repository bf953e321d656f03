import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { archivedRelease, readArchive } from './release-archive.ts';
import { repositoryRoot } from './repository.ts';

/*
 * The pages of the archived releases can do with today's endpoints what they could do with those that they were built
 * with: what a service checks before it starts, known before it is deployed. Releases from before contract 2.2.0 do not
 * say their calls.
 */

interface EndpointValue {
  method: string;
  path: string;
  answers: object;
}

interface CallSchemas {
  callKey: (endpoint: EndpointValue) => string;
  servedCall: (endpoint: EndpointValue) => unknown;
  callDifferences: (calls: object, served: (key: string) => unknown) => string[];
}

const contractModule = (file: string): Promise<unknown> => import(pathToFileURL(join(repositoryRoot, file)).href);

const isEndpoint = (value: unknown): value is EndpointValue =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value;

const archive = readArchive(join(repositoryRoot, 'e2e/releases/before.json.br'));

test.each(Object.keys(archive.live))('the archived %s can call the service of today', async (name) => {
  const { callKey, servedCall, callDifferences } = (await contractModule(
    'libs/contracts/src/call-schemas.ts',
  )) as CallSchemas;
  const files = globSync('libs/contracts/src/http/*.ts', { cwd: repositoryRoot, exclude: ['**/*.test.ts'] });
  const modules = (await Promise.all(files.map(contractModule))) as Record<string, unknown>[];
  const endpoints = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
  const served = new Map(endpoints.map((endpoint) => [callKey(endpoint), endpoint]));
  const { calls = {} } = archivedRelease(archive, name) as { calls?: object };
  const differences = callDifferences(calls, (key) => {
    const endpoint = served.get(key);
    return endpoint && servedCall(endpoint);
  });
  // Answer what is new beside what there was (ADR 13), or release the remotes that no longer need it first (ADR 41).
  expect(differences).toEqual([]);
});
