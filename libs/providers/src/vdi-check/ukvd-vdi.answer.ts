import type { VdiCheck } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import { unreadableVerdict, type AttemptVerdict } from '../http/attempt-verdict.ts';
import { readFields } from '../platform/field-reader.ts';
import { isResponseForRegistration, licenceRestrictedPattern } from '../ukvd-envelope.ts';
import { verdictOfVehicleRecord, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { toVdiCheck } from './ukvd-vdi.mapper.ts';

/** Keys of this package; a success without any of them is of another package. */
const registers = ['WrittenOff', 'Stolen', 'FinanceRecordCount', 'HighRiskRecordCount', 'Scrapped'];

const dataItems = z.looseObject({ Vrm: z.nullish(z.string()) });

/** The verdict on the `DataItems` of package VdiCheckFull. */
export function readVdiCheck(registration: string, items: unknown): AttemptVerdict<AvailableVehicleAnswer<VdiCheck>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !isResponseForRegistration(registration, found.data.Vrm)) return unreadableVerdict();
  if (!registers.some((key) => Object.hasOwn(found.data, key))) return unreadableVerdict();
  const notes: string[] = [];
  return verdictOfVehicleRecord(
    toVdiCheck(readFields(found.data, notes, { withheld: licenceRestrictedPattern })),
    notes,
  );
}
