import type { VdiCheck } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import { unreadable, type Verdict } from '../http/attempt-verdict.ts';
import { readFields } from '../platform/field-reader.ts';
import { matchesRegistration, licenceRestrictedPattern } from '../ukvd-envelope.ts';
import { verdictOfRecord, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { toVdiCheck } from './ukvd-vdi.mapper.ts';

/** Keys of this package; a success without any of them is of another package. */
const registers = ['WrittenOff', 'Stolen', 'FinanceRecordCount', 'HighRiskRecordCount', 'Scrapped'];

const dataItems = z.looseObject({ Vrm: z.nullish(z.string()) });

/** The verdict on the `DataItems` of package VdiCheckFull. */
export function readVdiCheck(registration: string, items: unknown): Verdict<AvailableVehicleAnswer<VdiCheck>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !matchesRegistration(registration, found.data.Vrm)) return unreadable();
  if (!registers.some((key) => Object.hasOwn(found.data, key))) return unreadable();
  const notes: string[] = [];
  return verdictOfRecord(toVdiCheck(readFields(found.data, notes, { withheld: licenceRestrictedPattern })), notes);
}
