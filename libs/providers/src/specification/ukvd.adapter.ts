import type { Closable } from '../http/adapter-options.ts';
import { createUkvdClient, type UkvdConfig } from '../ukvd-client.ts';
import type { SpecificationPort } from './specification.port.ts';
import { readVehicleData } from './ukvd.answer.ts';

/** The adapter of package VehicleData of UK Vehicle Data v2. */
export function createUkvdAdapter(config: UkvdConfig): SpecificationPort & Closable {
  const client = createUkvdClient(config, { name: 'VehicleData', dear: false, read: readVehicleData });
  return {
    find: async (registration, signal) => (await client.find(registration, {}, signal)).answer,
    close: () => client.close(),
  };
}
