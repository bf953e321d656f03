import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContractImports } from './release-calls.ts';
import { repositoryRoot } from './repository.ts';

interface EndpointValue {
  method: string;
  path: string;
  answers: object;
}

interface CallSchemas {
  callKey: (endpoint: EndpointValue) => string;
  pageCall: (endpoint: EndpointValue) => unknown;
  packCalls: (calls: Record<string, unknown>) => Record<string, unknown>;
}

/** Imported by path, because this tool builds the packages and depends on none. */
const contractModule = (name: string): Promise<unknown> =>
  import(pathToFileURL(join(repositoryRoot, 'libs/contracts/src', `${name}.ts`)).href);

const isEndpoint = (value: unknown): value is EndpointValue =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value;

const { callKey, pageCall, packCalls } = (await contractModule('call-schemas')) as CallSchemas;
const calls: Record<string, unknown> = {};
for (const [name, imported] of Object.entries(workerData as ContractImports)) {
  const values = (await contractModule(`http/${name}`)) as Record<string, unknown>;
  for (const endpoint of imported.map((each) => values[each]).filter(isEndpoint)) {
    calls[callKey(endpoint)] = pageCall(endpoint);
  }
}
parentPort?.postMessage(packCalls(calls));
