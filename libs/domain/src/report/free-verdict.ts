import { adviceLevel, type AdviceCause } from '../buying-advice/causes.ts';
import { firstUsed } from '../mileage/first-used.ts';
import { mileageTimeline } from '../mileage/mileage-timeline.ts';
import { parseRegistration } from '../registration/parse-registration.ts';
import type { IsoDate, VehicleRecord } from './vehicle-record.ts';
import { freeVdiRows, type FreeVdiLabel } from './vdi-rows.ts';

export interface FreeVerdict {
  /** 'NOTHING FOUND' is no pass: finance, write-off and stolen markers are not in the free checks. */
  level: 'FAILED' | 'WARNING' | 'NOTHING FOUND';
  /** Why it is failed or a warning. */
  reasons: FreeFinding[];
  /** Worth knowing, without moving the verdict. */
  notes: FreeNote[];
  /** Of what the verdict looks at, what no source answered. */
  unanswered: FreeFinding[];
}

/** The causes that the free checks can see. */
export type FreeFinding = Extract<AdviceCause, 'scrapped' | 'exported' | 'imported' | 'mileage'>;
export type FreeNote = 'recall' | 'mot-expired' | 'tax-expired' | 'sorn' | 'q-plate' | 'mileage-unclear';

/** What the free rows say by the buying-advice rules, which `buying-advice/causes` holds. */
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
