import { adviceLevel, type AdviceCause } from '../buying-advice/causes.ts';
import { firstUsed } from '../mileage/first-used.ts';
import { mileageTimeline } from '../mileage/mileage-timeline.ts';
import { parseRegistration } from '../registration/parse-registration.ts';
import type { IsoDate, VehicleRecord } from './vehicle-record.ts';
import { freeVdiRows, type FreeVdiLabel } from './vdi-rows.ts';

export interface FreeVerdict {
  /** 'NOTHING FOUND' is not a pass: the free checks do not cover finance, write-off and stolen markers. */
  level: 'FAILED' | 'WARNING' | 'NOTHING FOUND';
  /** The reasons for a failure or warning. */
  reasons: FreeFinding[];
  /** Worth knowing, without affecting the verdict. */
  notes: FreeNote[];
  /** Inputs of the verdict that no source answered. */
  unanswered: FreeFinding[];
}

/** The causes that the free checks can detect. */
export type FreeFinding = Extract<AdviceCause, 'scrapped' | 'exported' | 'imported' | 'mileage'>;
export type FreeNote = 'recall' | 'mot-expired' | 'tax-expired' | 'sorn' | 'q-plate' | 'mileage-unclear';

/** The verdict of the free rows by the buying-advice rules in `buying-advice/causes`. */
export function freeVerdict(record: VehicleRecord, today: IsoDate): FreeVerdict {
  const rows = freeVdiRows(record, today);
  const row = (label: FreeVdiLabel) => rows.find((candidate) => candidate.label === label);
  const { testing } = record;
  const mileage =
    testing.state === 'found' ? mileageTimeline(testing.data.tests, firstUsed(testing.data)).confidence : null;

  const looks = [
    { finding: 'scrapped', found: row('Scrapped')?.tone === 'fail', unanswered: row('Scrapped')?.value === null },
    { finding: 'exported', found: row('Exported')?.tone === 'warn', unanswered: row('Exported')?.value === null },
    { finding: 'imported', found: row('Imported')?.tone === 'warn', unanswered: row('Imported')?.value === null },
    { finding: 'mileage', found: mileage === 'inconsistent', unanswered: mileage === null },
  ] as const;
  const reasons = looks.filter(({ found }) => found).map(({ finding }) => finding);

  const plate = parseRegistration(record.registration);
  const road = row('Road Tax');
  const notes: [FreeNote, boolean][] = [
    ['recall', row('Safety Recalls')?.tone === 'fail'],
    ['mot-expired', row('MOT')?.tone === 'fail'],
    ['tax-expired', road?.tone === 'fail'],
    ['sorn', road?.value === 'SORN'],
    ['q-plate', plate.ok && plate.era === 'q'],
    ['mileage-unclear', mileage === 'unclear'],
  ];
  return {
    level: adviceLevel(reasons) ?? 'NOTHING FOUND',
    reasons,
    notes: notes.filter(([, applies]) => applies).map(([note]) => note),
    unanswered: looks.filter(({ unanswered }) => unanswered).map(({ finding }) => finding),
  };
}
