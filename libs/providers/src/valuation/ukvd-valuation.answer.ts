import type { Valuation } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import { unreadableAttemptVerdict, type AttemptVerdict } from '../http/attempt-verdict.ts';
import { createFieldReader } from '../platform/field-reader.ts';
import { isResponseForRegistration, licenceRestrictedPattern } from '../ukvd-envelope.ts';
import { attemptVerdictOfVehicleData, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { toValuation } from './ukvd-valuation.mapper.ts';

/** A response of null values still has the list; one without it is of another package. */
const dataItems = z.looseObject({
  Vrm: z.nullish(z.string()),
  ValuationList: z.nullable(z.looseObject({})),
});

/** The verdict on the `DataItems` of package ValuationData. */
export function readUkvdValuation(
  registration: string,
  items: unknown,
): AttemptVerdict<AvailableVehicleAnswer<Valuation>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !isResponseForRegistration(registration, found.data.Vrm)) return unreadableAttemptVerdict();
  const notes: string[] = [];
  return attemptVerdictOfVehicleData(
    toValuation(createFieldReader(found.data, notes, { withheld: licenceRestrictedPattern })),
    notes,
  );
}
