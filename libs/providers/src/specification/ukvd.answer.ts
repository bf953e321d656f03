import type { Specification } from '@ve/domain/vehicle/record/vehicle-record';
import * as z from 'zod/mini';
import type { HttpAnswer } from '../http/exchange.ts';
import { unreadable, type Verdict } from '../http/verdict.ts';
import { readFields } from '../platform/field-reader.ts';
import { matchesRegistration, readUkvdEnvelope, type UkvdReply, licenceRestricted } from '../ukvd-envelope.ts';
import { toFoundRecord, type VehicleReply } from '../vehicle-answer.ts';
import { specification } from './ukvd.mapper.ts';

/** A success without the registration block is not the requested package. */
const dataItems = z.looseObject({
  VehicleRegistration: z.looseObject({ Vrm: z.nullish(z.string()) }),
});

/** The verdict on the `DataItems` of package VehicleData. */
export function readVehicleData(registration: string, items: unknown): Verdict<VehicleReply<Specification>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !matchesRegistration(registration, found.data.VehicleRegistration.Vrm)) return unreadable();
  const notes: string[] = [];
  return toFoundRecord(specification(readFields(found.data, notes, { withheld: licenceRestricted })), notes);
}

/** The verdict on a response of package VehicleData. */
export const readUkvdAnswer = (registration: string, answer: HttpAnswer): Verdict<UkvdReply<Specification>> =>
  readUkvdEnvelope(answer, (items) => readVehicleData(registration, items)).verdict;
