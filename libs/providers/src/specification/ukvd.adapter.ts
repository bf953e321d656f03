import type { Closable } from '../http/adapter-options.ts';
import { createUkvdClient, type UkvdConfig } from '../ukvd-client.ts';
import type { SpecificationPort } from './specification.port.ts';
import { readUkvdVehicleData } from './ukvd.answer.ts';

/** The adapter of package VehicleData of UK Vehicle Data v2. */
export function createUkvdSpecificationAdapter(config: UkvdConfig): SpecificationPort & Closable {
  const client = createUkvdClient(config, { name: 'VehicleData', dear: false, read: readUkvdVehicleData });
  return {
    find: async (registration, signal) => (await client.find(registration, {}, signal)).answer,
    close: () => client.close(),
  };
}
