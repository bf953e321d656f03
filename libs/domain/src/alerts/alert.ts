import type { IsoDate } from '../report/vehicle-record.ts';

/** What a member is told of, once, when it changes (specification section 1, "Listed membership features"). */
export const alertKinds = [
  'tax-status',
  'mot-result',
  'recall',
  'value',
  'finance',
  'keeper-change',
  'plate-change',
  'petrol',
  'date-moved',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Alerts that also go out as a text where texts are switched on: those that cannot wait for a mail to be read. */
export const textedAlerts: readonly AlertKind[] = [
  'tax-status',
  'mot-result',
  'recall',
  'keeper-change',
  'plate-change',
];

/** What changed, with the fewest facts that the dashboard and the mail need. Amounts in pence. */
export type AlertFacts =
  | { kind: 'tax-status'; from: string | null; to: string; dueOn: IsoDate | null }
  | {
      kind: 'mot-result';
      testNumber: string;
      testedOn: IsoDate;
      passed: boolean;
      expiresOn: IsoDate | null;
      /** The testers' words, each at most 300 characters. */
      advisories: string[];
      failures: string[];
      /** Advisories that an earlier test gave too. */
      repeated: number;
    }
  /** `campaigns`: numbers of DVSA's recall file that may apply; empty when only the flag of the MOT history says so. */
  | { kind: 'recall'; outstanding: 'Yes' | 'No' | 'may-apply'; campaigns: string[] }
  | { kind: 'value'; month: string; pence: number; beforePence: number | null }
  | { kind: 'finance'; agreements: number; before: number; company: string | null }
  | { kind: 'keeper-change'; on: IsoDate | null; keepers: number | null }
  | { kind: 'plate-change'; on: IsoDate | null; from: string | null; to: string | null }
  | { kind: 'petrol'; fuel: string; pencePerLitreTenths: number; station: string; milesTenths: number }
  | { kind: 'date-moved'; of: 'tax' | 'mot'; from: IsoDate; to: IsoDate };
