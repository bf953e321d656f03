import type * as domain from '@ve/domain/vehicle/record/full-check';
import { fullCheckSteps } from '@ve/domain/vehicle/record/full-check';
import * as z from 'zod/mini';
import {
  colourChangeSchema,
  identityInspectionSchema,
  isoDateSchema,
  isoInstantSchema,
  plateChangeSchema,
  type AreSameType,
  recordSectionSchema,
} from './vehicle-record.ts';

const text = z.nullable(z.string());
const whole = z.nullable(z.int());
const flag = z.nullable(z.boolean());
const date = z.nullable(isoDateSchema);

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
  plateChanges: z.array(plateChangeSchema),
  colourChangeCount: whole,
  latestColourChange: z.nullable(colourChangeSchema),
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
  identityInspection: z.nullable(identityInspectionSchema),
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
  checkedAt: isoInstantSchema,
  vdi: recordSectionSchema(vdi),
  valuation: recordSectionSchema(valuation),
});

export type FullCheck = z.infer<typeof fullCheckSchema>;

const dated = z.object({ checkedAt: isoInstantSchema });

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
export const fullCheckMatchesDomainType: AreSameType<FullCheck, domain.FullCheck> = true;

/** The progress of a full check with one source. */
export const fullCheckStepSchema = z.object({
  step: z.enum(fullCheckSteps),
  state: z.enum(['waiting', 'asking', 'answered', 'unavailable']),
});

export type FullCheckStep = z.infer<typeof fullCheckStepSchema>;
