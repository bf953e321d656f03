import { inlineRegisterText, titleCaseName, truncateAtWord } from '../../kernel/text/phrases.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';

/** Makes that are written in capitals, as the registers write all of them. */
const inCapitals = /^(.{1,3}|MINI|SEAT)$/;

/** Whom to ask about a recall: `the nearest Citroën dealer`; without a known make `a main dealer`. */
export function recallDealerOf({ licensing, specification, testing }: VehicleRecord): string {
  for (const section of [licensing, specification, testing]) {
    const make = section.state === 'found' ? inlineRegisterText(section.data.make) : null;
    if (make === null) continue;
    const name = inCapitals.test(make) ? make : titleCaseName(truncateAtWord(make, 30)).replace(/^Citroen$/, 'Citroën');
    return `the nearest ${name} dealer`;
  }
  return 'a main dealer';
}
