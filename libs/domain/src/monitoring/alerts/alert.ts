import type { OffRoadStatus } from '../../vehicle/record/off-road.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The alerts that a member switches on and off, each with what goes with it. */
export const alertSwitches = [
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
export type AlertSwitch = (typeof alertSwitches)[number];

/**
 * Alerts that go by the switch of another. Sold, scrapped and exported is what whoever gives a car away tells DVLA: it is one
 * switch.
 */
const switchedWith = { 'scrapped-or-exported': 'keeper-change' } as const satisfies Readonly<
  Record<string, AlertSwitch>
>;

/** What a member is alerted to, once, when it changes (specification section 1, "Listed membership features"). */
export const alertKinds = [...alertSwitches, 'scrapped-or-exported'] as const satisfies readonly (
  AlertSwitch | keyof typeof switchedWith
)[];
export type AlertKind = (typeof alertKinds)[number];

/** Whether this release knows the kind: a later one may have stored others. */
export const isAlertKind = (kind: string): kind is AlertKind => (alertKinds as readonly string[]).includes(kind);

/** The switch of an alert. */
export const switchOf = (kind: AlertKind): AlertSwitch => (kind === 'scrapped-or-exported' ? switchedWith[kind] : kind);

/** Alerts that also go out as a text where texts are switched on: those that cannot wait for a mail to be read. */
export const textedAlerts: readonly AlertKind[] = [
  'tax-status',
  'mot-result',
  'recall',
  'keeper-change',
  'plate-change',
  'scrapped-or-exported',
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
  | { kind: 'date-moved'; of: 'tax' | 'mot'; from: IsoDate; to: IsoDate }
  /** `neither`: it was one of them before. `on`: the day of the entry. */
  | {
      kind: 'scrapped-or-exported';
      state: OffRoadStatus;
      on: IsoDate | null;
      /** Whether a certificate of destruction was issued. */
      destroyed: boolean;
      source: 'DVLA' | 'UKVD';
    };
