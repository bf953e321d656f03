import type { OffRoadStatus } from '../../vehicle/record/off-road.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The alerts that a member switches on and off; some switches cover several kinds. */
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
 * Alerts that share the switch of another. Sold, scrapped and exported are all reported to DVLA by a keeper who
 * disposes of the car, so they have one switch.
 */
const switchedWith = { 'scrapped-or-exported': 'keeper-change' } as const satisfies Readonly<
  Record<string, AlertSwitch>
>;

/** The changes of which a member is notified once (specification section 1, "Listed membership features"). */
export const alertKinds = [...alertSwitches, 'scrapped-or-exported'] as const satisfies readonly (
  AlertSwitch | keyof typeof switchedWith
)[];
export type AlertKind = (typeof alertKinds)[number];

/** Whether this release knows the kind: a later release may have stored others. */
export const isAlertKind = (kind: string): kind is AlertKind => (alertKinds as readonly string[]).includes(kind);

export const alertSwitchOf = (kind: AlertKind): AlertSwitch =>
  kind === 'scrapped-or-exported' ? switchedWith[kind] : kind;

/** Alerts that are also sent as a text if texts are enabled: those that are urgent. */
export const alertsSentAsText: readonly AlertKind[] = [
  'tax-status',
  'mot-result',
  'recall',
  'keeper-change',
  'plate-change',
  'scrapped-or-exported',
];

/** The facts of a change that the dashboard and the mail need. Amounts in pence. */
export type AlertFacts =
  | { kind: 'tax-status'; from: string | null; to: string; dueOn: IsoDate | null }
  | {
      kind: 'mot-result';
      testNumber: string;
      testedOn: IsoDate;
      passed: boolean;
      expiresOn: IsoDate | null;
      /** The testers' texts, each at most 300 characters. */
      advisories: string[];
      failures: string[];
      /** The number of advisories that an earlier test had too. */
      repeated: number;
    }
  /**
   * `campaigns`: numbers in DVSA's recall file that may apply; empty if only the flag of the MOT history reports the
   * recall.
   */
  | { kind: 'recall'; outstanding: 'Yes' | 'No' | 'may-apply'; campaigns: string[] }
  | { kind: 'value'; month: string; pence: number; beforePence: number | null }
  | { kind: 'finance'; agreements: number; before: number; company: string | null }
  | { kind: 'keeper-change'; on: IsoDate | null; keepers: number | null }
  | { kind: 'plate-change'; on: IsoDate | null; from: string | null; to: string | null }
  | { kind: 'petrol'; fuel: string; pencePerLitreTenths: number; station: string; milesTenths: number }
  | { kind: 'date-moved'; of: 'tax' | 'mot'; from: IsoDate; to: IsoDate }
  /** `neither`: an earlier entry was removed. `on`: the day of the entry. */
  | {
      kind: 'scrapped-or-exported';
      state: OffRoadStatus;
      on: IsoDate | null;
      /** Whether a certificate of destruction was issued. */
      destroyed: boolean;
      source: 'DVLA' | 'UKVD';
    };
