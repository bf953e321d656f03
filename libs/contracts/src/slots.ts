import type { DecisionReason, DecisionVerdict } from '@ve/domain/verdict/decision';

/**
 * Named places that the pages of one remote offer and others may fill, each with its version. A version is never
 * changed: what a filler needs beside it makes the next one, which its page offers side by side with the one before.
 */
export const slotNames = [
  'report.after-checks/v1',
  'report.after-checks/v2',
  'dashboard.after-vehicle/v1',
  'staff-customer.after-reports/v1',
] as const;
export type SlotName = (typeof slotNames)[number];

/** Whether the page has such a slot. */
export const isSlotName = (name: string): name is SlotName => slotNames.some((known) => known === name);

/** Something that a report found. The ids are those of the report's reasons; a filler passes over those that it does not know. */
export interface ReportFinding {
  id: DecisionReason['id'];
  /** `LOOK`: worth looking into, no cause of a verdict. */
  level: DecisionReason['level'];
}

/** What the page tells the component that fills the slot. Registrations are in capitals without spaces: `AB12CDE`. */
export interface SlotProps {
  /** A live report, after its checks; not the sample, nor one that was shared. */
  'report.after-checks/v1': { registration: string };
  'report.after-checks/v2': {
    registration: string;
    /** As the report says it now: it changes as sources answer and when the full check is made. */
    verdict: DecisionVerdict;
    /** What it gives as its reasons, the most serious first, at most five. */
    findings: readonly ReportFinding[];
    /** Whether the reader has the full check of the vehicle. */
    isChecked: boolean;
  };
  /** A customer's dashboard, after their plan and their car. `registration`: that car; null where they have none. */
  'dashboard.after-vehicle/v1': { registration: string | null };
  /** A customer's page in the staff area, after their saved reports. */
  'staff-customer.after-reports/v1': {
    /** Of the customer. */
    userId: string;
    /** Newest first, as many as the page lists; `savedAt` is an instant in UTC: `2026-11-22T15:00:00.000Z`. */
    reports: readonly { id: string; registration: string; savedAt: string }[];
  };
}

/** What every filler is told besides. */
export interface SlotPlacing {
  /** The level of the filler's first heading, so that the page keeps its outline. */
  headingLevel: 2 | 3 | 4;
}

/** The props of a component that fills the slot. */
export type FillerProps<N extends SlotName> = SlotProps[N] & SlotPlacing;

type PlaceOf<N extends SlotName> = N extends `${infer Place}/v${number}` ? Place : never;

/** The other versions of the same slot. */
export type OtherVersions<N extends SlotName> = Exclude<Extract<SlotName, `${PlaceOf<N>}/v${number}`>, N>;
