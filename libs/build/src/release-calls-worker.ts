import type { Endpoint } from '@ve/contracts/endpoint';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContractImports } from './release-calls.ts';
import { importContractModule, repositoryRoot } from './repository.ts';

/** A module with endpoints, from its source, like every module of the contracts. */
const endpointModule = (name: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(repositoryRoot, 'libs/contracts/src/http', `${name}.ts`)).href) as Promise<
    Record<string, unknown>
  >;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value;

const { operationKey, apiCallSchemasOfPage, packApiCallSchemas } = await importContractModule('call-schemas');
const calls: Record<string, ReturnType<typeof apiCallSchemasOfPage>> = {};
for (const [name, imported] of Object.entries(workerData as ContractImports)) {
  const values = await endpointModule(name);
  for (const endpoint of imported.map((each) => values[each]).filter(isEndpoint)) {
    calls[operationKey(endpoint)] = apiCallSchemasOfPage(endpoint);
  }
}
parentPort?.postMessage(packApiCallSchemas(calls));
