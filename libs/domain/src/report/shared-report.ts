import type { FullCheck } from './full-check.ts';
import type { VehicleRecord } from './vehicle-record.ts';

export interface SharedReport {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
}

/** The labels of what a shared report leaves out, wherever a report lists it. */
export const leftOutOfShared: ReadonlySet<string> = new Set([
  'Last 5 of VIN',
  'Engine number',
  'Agreement number',
  'VIN Check',
]);

/** Shorter ones are in every other text by chance: only their own field is emptied. */
const shortestInTexts = 4;
const removed = '…';
/** A text in which secrets are nested more deeply is not a register's: it is left out whole, instead of read for seconds. */
const mostPasses = 5;
/** A whole VIN (ISO 3779), with at least one digit: words have none. */
const wholeVin = /(?<![A-Z0-9])(?=[A-Z]*\d)[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/gi;

/** Not texts of a source: what the report is computed by. */
const structural: ReadonlySet<string> = new Set([
  'registration',
  'state',
  'source',
  'reason',
  'taxStatus',
  'motStatus',
  'hasOutstandingRecall',
  'result',
  'odometerResult',
  'dataSource',
  'unit',
  'defect type',
]);
const dateOrInstant = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/;
/** A number to ring may have four digits of an agreement's in it. */
const telephone = /^[\d\s+().-]+$/;

/**
 * A saved report as others may read it: without VIN, engine number and agreement numbers, also where a source repeats one
 * in a text, in whatever case and however it is divided. Findings, lenders and their telephone numbers stay.
 */
export function sharedReport(record: VehicleRecord, fullCheck: FullCheck | null): SharedReport {
  const { specification } = record;
  const vdi = fullCheck?.vdi ?? null;
  const secrets = [
    ...(specification.state === 'found' ? [specification.data.vinLast5, specification.data.engineNumber] : []),
    ...(vdi?.state === 'found' ? [vdi.data.vinLast5, ...vdi.data.finance.map(({ number }) => number)] : []),
  ];
  const patterns = secrets.flatMap((secret) => patternOf(secret ?? '', record.registration) ?? []);
  const emptied: SharedReport = {
    record: {
      ...record,
      specification:
        specification.state === 'found'
          ? { ...specification, data: { ...specification.data, vinLast5: null, engineNumber: null } }
          : specification,
    },
    fullCheck:
      fullCheck === null || vdi?.state !== 'found'
        ? fullCheck
        : {
            ...fullCheck,
            vdi: {
              ...vdi,
              data: {
                ...vdi.data,
                vinLast5: null,
                finance: vdi.data.finance.map((agreement) => ({ ...agreement, number: null })),
              },
            },
          },
  };
  return withoutSecrets(emptied, patterns);
}

/** Finds a secret whatever stands between its letters and digits; null for one that is too short, or the registration. */
function patternOf(secret: string, registration: string): RegExp | null {
  const signs = secret.match(/[\p{L}\p{N}]/gu) ?? [];
  if (signs.length < shortestInTexts || signs.join('').toUpperCase() === registration) return null;
  return new RegExp(signs.join('[^\\p{L}\\p{N}]*'), 'giu');
}

function withoutSecrets<T>(value: T, patterns: readonly RegExp[]): T {
  const redacted = (text: string): string => {
    let now = text;
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const next = [wholeVin, ...patterns].reduce((left, pattern) => left.replace(pattern, removed), now);
      if (next === now) return now;
      // What stood around a secret may be another one.
      now = next;
    }
    return removed;
  };
  const walk = (each: unknown, key: string): unknown => {
    if (typeof each === 'string') {
      const stays = structural.has(key) || dateOrInstant.test(each) || (/phone$/i.test(key) && telephone.test(each));
      return stays ? each : redacted(each);
    }
    if (Array.isArray(each)) return each.map((item) => walk(item, key));
    if (typeof each !== 'object' || each === null) return each;
    const isDefect = key === 'defects';
    return Object.fromEntries(
      Object.entries(each).map(([name, item]) => [
        name,
        walk(item, isDefect && name === 'type' ? 'defect type' : name),
      ]),
    );
  };
  return walk(value, '') as T;
}
