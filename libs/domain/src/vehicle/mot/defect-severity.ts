import type { MotDefect } from '../record/vehicle-record.ts';

const failing: ReadonlySet<MotDefect['type']> = new Set(['DANGEROUS', 'MAJOR', 'FAIL']);

/** Whether the defect fails a test unless it is repaired. */
export const isFailureDefect = ({ type }: Pick<MotDefect, 'type'>): boolean => failing.has(type);

/** The severities of a tester's note, worst first. */
export const defectSeverities = ['dangerous', 'major', 'fail', 'prs', 'minor', 'advisory', 'other'] as const;

export type DefectSeverity = (typeof defectSeverities)[number];

/** `prs`: repaired at the station before the test ended. `dangerous` overrides any type. */
export function defectSeverityOf({ type, dangerous }: Pick<MotDefect, 'type' | 'dangerous'>): DefectSeverity {
  if (dangerous) return 'dangerous';
  switch (type) {
    case 'DANGEROUS':
      return 'dangerous';
    case 'MAJOR':
      return 'major';
    case 'FAIL':
      return 'fail';
    case 'PRS':
      return 'prs';
    case 'MINOR':
      return 'minor';
    case 'ADVISORY':
      return 'advisory';
    case 'NON SPECIFIC':
    case 'SYSTEM GENERATED':
    case 'USER ENTERED':
      return 'other';
  }
}
