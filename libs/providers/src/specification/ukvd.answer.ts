import type { Specification } from '@ve/domain/vehicle/record/vehicle-record';
import * as z from 'zod/mini';
import type { HttpAnswer } from '../http/http-exchange.ts';
import { unreadable, type Verdict } from '../http/attempt-verdict.ts';
import { readFields } from '../platform/field-reader.ts';
import {
  matchesRegistration,
  readUkvdEnvelope,
  type AvailableUkvdAnswer,
  licenceRestrictedPattern,
} from '../ukvd-envelope.ts';
import { verdictOfRecord, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { specification } from './ukvd.mapper.ts';

/** A success without the registration block is not the requested package. */
const dataItems = z.looseObject({
  VehicleRegistration: z.looseObject({ Vrm: z.nullish(z.string()) }),
});

/** The verdict on the `DataItems` of package VehicleData. */
export function readVehicleData(registration: string, items: unknown): Verdict<AvailableVehicleAnswer<Specification>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !matchesRegistration(registration, found.data.VehicleRegistration.Vrm)) return unreadable();
  const notes: string[] = [];
  return verdictOfRecord(specification(readFields(found.data, notes, { withheld: licenceRestrictedPattern })), notes);
}

/** The verdict on a response of package VehicleData. */
export const readUkvdAnswer = (registration: string, answer: HttpAnswer): Verdict<AvailableUkvdAnswer<Specification>> =>
  readUkvdEnvelope(answer, (items) => readVehicleData(registration, items)).verdict;
