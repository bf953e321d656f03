import { firstDatum } from '../record/datum.ts';
import { inlineRegisterText, titleCaseName, truncate } from '../../kernel/text/phrases.ts';
import { recordedMakes } from '../facts/vehicle-facts.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';

/** Makes that are not written as an ordinary name; the registers have capitals only. */
const written: Readonly<Record<string, string>> = {
  BMW: 'BMW',
  BYD: 'BYD',
  CITROEN: 'Citroën',
  DAF: 'DAF',
  DS: 'DS',
  KTM: 'KTM',
  LDV: 'LDV',
  MAN: 'MAN',
  MG: 'MG',
  MINI: 'MINI',
  SEAT: 'SEAT',
  SSANGYONG: 'SsangYong',
  TVR: 'TVR',
};

/** Whom to ask about a recall: `a Citroën dealer`; without a known make `a main dealer`. */
export function dealerOf(record: VehicleRecord): string {
  const recorded = inlineRegisterText(firstDatum(recordedMakes(record), (text) => text).value);
  if (recorded === null) return 'a main dealer';
  const make = written[recorded.toUpperCase()] ?? titleCaseName(truncate(recorded, 30));
  return `${/^(?:[AEIO]|MG$)/.test(make) ? 'an' : 'a'} ${make} dealer`;
}
