import type { FullCheck } from '../vehicle/record/full-check.ts';
import { removeFullCheckOnlyFacts } from '../vehicle/record/locked-facts.ts';
import { buildVehicleSecretRedactions, type TextRedaction } from './redact-texts.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';

export interface SharedReport {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
}

/** Fields that are not texts of a source but input of the report's rules. */
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
/** A telephone number may contain four digits of an agreement number. */
const telephone = /^[\d\s+().-]+$/;

/**
 * A saved report for other readers: without VIN, engine number and agreement numbers, even if a source repeats one in a
 * text, in any case, width or grouping. Findings, lenders and their telephone numbers are kept, and so is what a full
 * check unlocks, if there is one.
 */
export function toSharedReport(saved: VehicleRecord, fullCheck: FullCheck | null): SharedReport {
  const record = fullCheck === null ? removeFullCheckOnlyFacts(saved) : saved;
  const { specification } = record;
  const vdi = fullCheck?.vdi ?? null;
  const vins = [
    ...(specification.state === 'found' ? [specification.data.vinLast5] : []),
    ...(vdi?.state === 'found' ? [vdi.data.vinLast5] : []),
  ];
  const numbers = [
    ...(specification.state === 'found' ? [specification.data.engineNumber] : []),
    ...(vdi?.state === 'found' ? vdi.data.finance.map(({ number }) => number) : []),
  ];
  const secrets = buildVehicleSecretRedactions({ vins, numbers, registration: record.registration });
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
  const { fullCheck: check } = emptied;
  return {
    record: withoutSecrets(emptied.record, secrets.inAnyText),
    fullCheck:
      check === null
        ? null
        : {
            ...withoutSecrets(check, secrets.inAnyText),
            vdi: withoutSecrets(check.vdi, secrets.inLendersText),
          },
  };
}

function withoutSecrets<T>(value: T, redact: TextRedaction): T {
  const walk = (each: unknown, key: string): unknown => {
    if (typeof each === 'string') {
      const stays = structural.has(key) || dateOrInstant.test(each) || (/phone$/i.test(key) && telephone.test(each));
      return stays ? each : redact(each);
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
