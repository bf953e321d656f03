import type { Endpoint } from '@ve/contracts/endpoint';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContractImports } from './release-calls.ts';
import { importContractModule, importEndpoints } from './repository.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value;

const { operationKey, apiCallSchemasOfPage, packApiCallSchemas } = await importContractModule('call-schemas');
const calls: Record<string, ReturnType<typeof apiCallSchemasOfPage>> = {};
for (const [name, imported] of Object.entries(workerData as ContractImports)) {
  const values = await importEndpoints(name);
  for (const endpoint of imported.map((each) => values[each]).filter(isEndpoint)) {
    calls[operationKey(endpoint)] = apiCallSchemasOfPage(endpoint);
  }
}
parentPort?.postMessage(packApiCallSchemas(calls));
