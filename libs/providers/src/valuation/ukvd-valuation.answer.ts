import type { Valuation } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import { unreadable, type Verdict } from '../http/attempt-verdict.ts';
import { readFields } from '../platform/field-reader.ts';
import { matchesRegistration, licenceRestrictedPattern } from '../ukvd-envelope.ts';
import { verdictOfRecord, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { valuation } from './ukvd-valuation.mapper.ts';

/** A response of null values still has the list; one without it is of another package. */
const dataItems = z.looseObject({
  Vrm: z.nullish(z.string()),
  ValuationList: z.nullable(z.looseObject({})),
});

/** The verdict on the `DataItems` of package ValuationData. */
export function readValuation(registration: string, items: unknown): Verdict<AvailableVehicleAnswer<Valuation>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !matchesRegistration(registration, found.data.Vrm)) return unreadable();
  const notes: string[] = [];
  return verdictOfRecord(valuation(readFields(found.data, notes, { withheld: licenceRestrictedPattern })), notes);
}
