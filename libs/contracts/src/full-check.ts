import type * as domain from '@ve/domain/vehicle/record/full-check';
import { checkSteps } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import {
  colourChange,
  identityInspection,
  isoDate,
  isoInstant,
  plateChange,
  type AreSameType,
  sectionSchema,
} from './vehicle-record.ts';

const text = z.nullable(z.string());
const whole = z.nullable(z.int());
const flag = z.nullable(z.boolean());
const date = z.nullable(isoDate);

const vdi = z.object({
  vinLast5: text,
  writtenOff: flag,
  writeOffCount: whole,
  writeOffs: z.array(z.object({ lossDate: date, enteredOn: date, lossType: text, category: text })),
  stolen: flag,
  stolenStatus: text,
  stolenDate: date,
  stolenPoliceForce: text,
  stolenPhone: text,
  stolenSource: text,
  insurerTheftCount: whole,
  financeCount: whole,
  finance: z.array(
    z.object({
      agreementDate: date,
      type: text,
      termMonths: whole,
      number: text,
      company: text,
      phone: text,
      description: text,
    }),
  ),
  highRiskCount: whole,
  highRisk: z.array(z.object({ date, type: text, company: text, phone: text })),
  previousKeepers: whole,
  latestKeeperChange: date,
  plateChangeCount: whole,
  plateChanges: z.array(plateChange),
  colourChangeCount: whole,
  latestColourChange: z.nullable(colourChange),
  imported: flag,
  importedFromOutsideEu: flag,
  importDate: date,
  usedBeforeImport: flag,
  exported: flag,
  exportDate: date,
  scrapped: flag,
  scrapDate: date,
  certificateOfDestruction: flag,
  identityInspected: flag,
  identityInspection: z.nullable(identityInspection),
  mileageAnomaly: flag,
});

const valuation = z.object({
  miles: whole,
  vehicle: text,
  plateYear: text,
  valuedOn: date,
  onTheRoad: whole,
  dealerForecourt: whole,
  tradeRetail: whole,
  privateClean: whole,
  privateAverage: whole,
  partExchange: whole,
  auction: whole,
  tradeAverage: whole,
  tradePoor: whole,
});

/** A full check as sent over HTTP and stored; its shape is `domain/vehicle/record/full-check`. */
export const fullCheckSchema = z.object({
  checkedAt: isoInstant,
  vdi: sectionSchema(vdi),
  valuation: sectionSchema(valuation),
});

export type FullCheck = z.infer<typeof fullCheckSchema>;

const dated = z.object({ checkedAt: isoInstant });

/**
 * Parses the full check stored with a report; null if there is none. A check that this release cannot read (stored by
 * an earlier or later one) does not become null, because it was made and paid for: all its sections are unknown.
 */
export const parseStoredFullCheck = (stored: unknown, updatedAt: Date): FullCheck | null => {
  if (stored === null || stored === undefined) return null;
  const read = fullCheckSchema.safeParse(stored);
  if (read.success) return read.data;
  const checkedAt = dated.safeParse(stored).data?.checkedAt ?? updatedAt.toISOString();
  const unknown = { state: 'unavailable', source: 'UKVD', at: checkedAt, reason: 'unreadable-answer' } as const;
  return { checkedAt, vdi: unknown, valuation: unknown };
};

/** Does not compile when the schema and the domain's shape diverge. */
export const schemaMatchesDomainType: AreSameType<FullCheck, domain.FullCheck> = true;

/** The progress of a full check with one source. */
export const checkStepSchema = z.object({
  step: z.enum(checkSteps),
  state: z.enum(['waiting', 'asking', 'answered', 'unavailable']),
});

export type CheckStep = z.infer<typeof checkStepSchema>;
