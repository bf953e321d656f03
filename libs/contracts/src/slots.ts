import type { DecisionReason, DecisionVerdict } from '@ve/domain/verdict/decision';

/**
 * Named places that the pages of one remote offer and others may fill, each with its version. A version is never
 * changed: a filler that needs more props gets a new version, which its page offers along with the previous one.
 */
export const slotNames = [
  'report.after-checks/v1',
  'report.after-checks/v2',
  'dashboard.after-vehicle/v1',
  'staff-customer.after-reports/v1',
] as const;
export type SlotName = (typeof slotNames)[number];

/** Whether this release knows the slot. */
export const isSlotName = (name: string): name is SlotName => slotNames.some((known) => known === name);

/** A finding of a report. The ids are those of the report's reasons; a filler skips unknown ids. */
export interface ReportFinding {
  id: DecisionReason['id'];
  /** `LOOK`: worth an inspection, without effect on the verdict. */
  level: DecisionReason['level'];
}

/**
 * The props that the page passes to the component in a slot. Registrations are in capitals without spaces: `AB12CDE`.
 */
export interface SlotProps {
  /** A live report, after its checks; neither the sample nor a shared report. */
  'report.after-checks/v1': { registration: string };
  'report.after-checks/v2': {
    registration: string;
    /** The report's present verdict: it changes as sources respond and when the full check is made. */
    verdict: DecisionVerdict;
    /** The verdict's reasons, the most serious first, at most five. */
    findings: readonly ReportFinding[];
    /** Whether the reader has the full check of the vehicle. */
    isChecked: boolean;
  };
  /** A customer's dashboard, after their plan and their car. `registration`: that car; null if they have none. */
  'dashboard.after-vehicle/v1': { registration: string | null };
  /** A customer's page in the staff area, after their saved reports. */
  'staff-customer.after-reports/v1': {
    userId: string;
    /** Newest first, as many as the page lists; `savedAt` is an instant in UTC: `2026-11-22T15:00:00.000Z`. */
    reports: readonly { id: string; registration: string; savedAt: string }[];
  };
}

/** The props that every filler gets in addition. */
export interface SlotPlacing {
  /** The level of the filler's first heading, so that the page keeps its outline. */
  headingLevel: 2 | 3 | 4;
}

/** The props of a component that fills the slot. */
export type FillerProps<N extends SlotName> = SlotProps[N] & SlotPlacing;

type PlaceOf<N extends SlotName> = N extends `${infer Place}/v${number}` ? Place : never;

/** The other versions of the same slot. */
export type OtherVersions<N extends SlotName> = Exclude<Extract<SlotName, `${PlaceOf<N>}/v${number}`>, N>;
