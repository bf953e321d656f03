import type { VdiCheck } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import { unreadableAttemptVerdict, type AttemptVerdict } from '../http/attempt-verdict.ts';
import { createFieldReader } from '../platform/field-reader.ts';
import { isResponseForRegistration, licenceRestrictedPattern } from '../ukvd-envelope.ts';
import { attemptVerdictOfVehicleData, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { toVdiCheck } from './ukvd-vdi.mapper.ts';

/** Keys of this package; a success without any of them is of another package. */
const registers = ['WrittenOff', 'Stolen', 'FinanceRecordCount', 'HighRiskRecordCount', 'Scrapped'];

const dataItems = z.looseObject({ Vrm: z.nullish(z.string()) });

/** The verdict on the `DataItems` of package VdiCheckFull. */
export function readUkvdVdiCheck(
  registration: string,
  items: unknown,
): AttemptVerdict<AvailableVehicleAnswer<VdiCheck>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !isResponseForRegistration(registration, found.data.Vrm)) return unreadableAttemptVerdict();
  if (!registers.some((key) => Object.hasOwn(found.data, key))) return unreadableAttemptVerdict();
  const notes: string[] = [];
  return attemptVerdictOfVehicleData(
    toVdiCheck(createFieldReader(found.data, notes, { withheld: licenceRestrictedPattern })),
    notes,
  );
}
