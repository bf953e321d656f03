import type { FullCheck, Valuation, VdiCheck } from '../vehicle/record/full-check.ts';
import type { RecordSection, SourceName } from '../vehicle/record/vehicle-record.ts';
import type { SectionSetup } from './vehicle-records.ts';

export interface FullCheckSetup {
  vdi?: SectionSetup<VdiCheck> | 'asking';
  valuation?: SectionSetup<Valuation> | 'asking';
  today?: string;
}

/** A full check for tests: every register reports no entry, except for what the setup changes. */
export function fullCheckFixture(setup: FullCheckSetup = {}): FullCheck {
  const at = `${setup.today ?? '2026-06-01'}T09:30:00.000Z`;
  return {
    checkedAt: at,
    vdi: sectionOf(vdiCheckWithoutEntries, setup.vdi, at),
    valuation: sectionOf(someValuation, setup.valuation, at),
  };
}

function sectionOf<T extends object>(
  whole: T,
  change: SectionSetup<T> | 'asking' | undefined,
  at: string,
): RecordSection<T> {
  const provenance = { source: 'UKVD' satisfies SourceName, at } as const;
  if (change === 'asking' || change === 'not-held') return { state: change, ...provenance };
  if (typeof change === 'string') return { state: 'unavailable', ...provenance, reason: change };
  return { state: 'found', ...provenance, data: { ...whole, ...change } };
}

/** Registers without any entry. */
export const vdiCheckWithoutEntries: VdiCheck = {
  vinLast5: '00000',
  writtenOff: false,
  writeOffCount: 0,
  writeOffs: [],
  stolen: false,
  stolenStatus: null,
  stolenDate: null,
  stolenPoliceForce: null,
  stolenPhone: null,
  stolenSource: null,
  insurerTheftCount: 0,
  financeCount: 0,
  finance: [],
  highRiskCount: 0,
  highRisk: [],
  previousKeepers: 2,
  latestKeeperChange: null,
  plateChangeCount: 0,
  plateChanges: [],
  colourChangeCount: 0,
  latestColourChange: null,
  imported: false,
  importedFromOutsideEu: false,
  importDate: null,
  usedBeforeImport: null,
  exported: false,
  exportDate: null,
  scrapped: false,
  scrapDate: null,
  certificateOfDestruction: false,
  identityInspected: false,
  identityInspection: null,
  mileageAnomaly: false,
};

const someValuation: Valuation = {
  miles: 61_840,
  vehicle: 'SAMPLE MOTORS EXAMPLE 1.6',
  plateYear: '2017 17',
  valuedOn: '2026-06-01',
  onTheRoad: null,
  dealerForecourt: 795_000,
  tradeRetail: null,
  privateClean: 720_000,
  privateAverage: 680_000,
  partExchange: 610_000,
  auction: 570_000,
  tradeAverage: 540_000,
  tradePoor: 480_000,
};
