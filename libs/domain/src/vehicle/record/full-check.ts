import type { ColourChange, IdentityInspection, PlateChange, RecordSection } from './vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';

/** An entry of MIAFTR, the insurers' register of losses. */
export interface WriteOff {
  lossDate: IsoDate | null;
  /** The day it was entered in the register. */
  enteredOn: IsoDate | null;
  /** The register's term: `ACCIDENTAL DAMAGE`. */
  lossType: string | null;
  /** The register's letter: A, B, S, N, or C, D before October 2017. */
  category: string | null;
}

/** An agreement on a finance company's register. */
export interface FinanceAgreement {
  agreementDate: IsoDate | null;
  /** The register's term: `HIRE PURCHASE`. */
  type: string | null;
  termMonths: number | null;
  number: string | null;
  company: string | null;
  phone: string | null;
  description: string | null;
}

/** A note on the register of vehicles at risk: rental, lease, a lender's or an insurer's interest. */
export interface HighRiskNote {
  date: IsoDate | null;
  type: string | null;
  company: string | null;
  phone: string | null;
}

/**
 * UK Vehicle Data, package VdiCheckFull: the registers of police, insurers and lenders. A marker is null if the
 * response has none. A count above the length of its list means that details are missing.
 */
export interface VdiCheck {
  vinLast5: string | null;
  writtenOff: boolean | null;
  writeOffCount: number | null;
  /** Newest first. */
  writeOffs: WriteOff[];
  stolen: boolean | null;
  stolenStatus: string | null;
  stolenDate: IsoDate | null;
  stolenPoliceForce: string | null;
  stolenPhone: string | null;
  /** `PNC`: the Police National Computer. */
  stolenSource: string | null;
  /** Thefts that insurers entered in MIAFTR. */
  insurerTheftCount: number | null;
  financeCount: number | null;
  /** Newest first. */
  finance: FinanceAgreement[];
  highRiskCount: number | null;
  highRisk: HighRiskNote[];
  previousKeepers: number | null;
  latestKeeperChange: IsoDate | null;
  plateChangeCount: number | null;
  plateChanges: PlateChange[];
  colourChangeCount: number | null;
  latestColourChange: ColourChange | null;
  imported: boolean | null;
  importedFromOutsideEu: boolean | null;
  importDate: IsoDate | null;
  usedBeforeImport: boolean | null;
  exported: boolean | null;
  exportDate: IsoDate | null;
  scrapped: boolean | null;
  scrapDate: IsoDate | null;
  certificateOfDestruction: boolean | null;
  identityInspected: boolean | null;
  identityInspection: IdentityInspection | null;
  mileageAnomaly: boolean | null;
}

/** UK Vehicle Data, package ValuationData; prices in pence. */
export interface Valuation {
  /** The mileage that the prices are for. */
  miles: number | null;
  vehicle: string | null;
  plateYear: string | null;
  valuedOn: IsoDate | null;
  onTheRoad: number | null;
  dealerForecourt: number | null;
  tradeRetail: number | null;
  privateClean: number | null;
  privateAverage: number | null;
  partExchange: number | null;
  auction: number | null;
  tradeAverage: number | null;
  tradePoor: number | null;
}

/** The data that a full check adds to a vehicle's record. */
export interface FullCheck {
  /** When the check ended. */
  checkedAt: IsoInstant;
  vdi: RecordSection<VdiCheck>;
  valuation: RecordSection<Valuation>;
}

/** The parts of a full check, in the order in which their progress is displayed. */
export const fullCheckSteps = ['VDI', 'DVSA', 'DVLA', 'UKVD', 'VALUATION'] as const;

export type FullCheckStepName = (typeof fullCheckSteps)[number];
