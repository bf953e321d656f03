import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import { type MotHistory, retestWithinDays } from './mot-history.ts';

export type AdvisorySafetyArea = 'structure' | 'brakes' | 'steering';

/** An advisory that was repeated at every MOT up to the newest. */
export interface RepeatedSafetyAdvisory {
  area: AdvisorySafetyArea;
  words: string;
  motsInARow: number;
  /** The day of the newest test that noted it. */
  day: IsoDate;
}

/** The day from which the manual of 2018 numbers its sections. */
export const inspectionManual2018StartDay: IsoDate = '2018-05-20';

/**
 * Sections of DVSA's inspection manual. Of 2018: 1 brakes, 2 steering, 6.1.1 the structure's general condition; before
 * it: 3 brakes, 2.1 to 2.3 steering (the rest of 2 is suspension), 6.1.A and 6.1.B structure and body security.
 */
const sections: Record<'new' | 'old', [AdvisorySafetyArea, RegExp][]> = {
  new: [
    ['structure', /^6\.1\.1(?!\d)/],
    ['brakes', /^1\./],
    ['steering', /^2\./],
  ],
  old: [
    ['structure', /^6\.1\.[AB](?![A-Z])/i],
    ['brakes', /^3\./],
    ['steering', /^2\.[1-3](?!\d)/],
  ],
};

/** The safety area of a reference in the manual; null for any other part. */
export function safetyAreaOfAdvisory(reference: string | null, day: IsoDate): AdvisorySafetyArea | null {
  if (reference === null) return null;
  const manual = sections[day >= inspectionManual2018StartDay ? 'new' : 'old'];
  return manual.find(([, pattern]) => pattern.test(reference))?.[0] ?? null;
}

/**
 * The longest series of a repeated advisory in each area at the newest MOT, including its re-tests: structure, brakes,
 * steering.
 */
export function repeatedSafetyAdvisories({ tests }: MotHistory): RepeatedSafetyAdvisory[] {
  const newest = tests[0]?.day;
  if (newest === undefined) return [];
  const repeats = tests
    .filter(({ day }) => daysBetween(day, newest) <= retestWithinDays)
    .flatMap(({ day, defects }) =>
      defects.flatMap(({ reference, words, motsInARow }): RepeatedSafetyAdvisory[] => {
        const area = motsInARow > 1 ? safetyAreaOfAdvisory(reference, day) : null;
        return area === null ? [] : [{ area, words, motsInARow, day }];
      }),
    );
  return (['structure', 'brakes', 'steering'] as const).flatMap((area) => {
    const longest = repeats.filter((repeat) => repeat.area === area).toSorted((a, b) => b.motsInARow - a.motsInARow)[0];
    return longest === undefined ? [] : [longest];
  });
}
