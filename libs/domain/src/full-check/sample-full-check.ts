import type { FullCheck } from '../vehicle/record/full-check.ts';
import { sampleEarlierPlate, sampleHistory, sampleRegistration } from '../vehicle/record/sample-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/**
 * The full check of the fictitious vehicle of `sampleRecord`. The lender is fictitious, and its telephone number is one
 * that Ofcom reserves for drama.
 */
export function sampleFullCheck(today: IsoDate): FullCheck {
  const at = `${today}T09:02:00.000Z`;
  const life = sampleHistory(today);
  return {
    checkedAt: at,
    vdi: {
      state: 'found',
      source: 'UKVD',
      at,
      data: {
        vinLast5: '00000',
        writtenOff: true,
        writeOffCount: 1,
        writeOffs: [{ lossDate: life.loss, enteredOn: life.lossEntered, lossType: 'ACCIDENTAL DAMAGE', category: 'S' }],
        stolen: false,
        stolenStatus: null,
        stolenDate: null,
        stolenPoliceForce: null,
        stolenPhone: null,
        stolenSource: null,
        insurerTheftCount: 0,
        financeCount: 1,
        finance: [
          {
            agreementDate: life.finance,
            type: 'HIRE PURCHASE',
            termMonths: 48,
            number: 'SAMPLE-0001',
            company: 'EXAMPLE FINANCE LTD',
            phone: '020 7946 0321',
            description: null,
          },
        ],
        highRiskCount: 0,
        highRisk: [],
        previousKeepers: life.keepers.length,
        latestKeeperChange: life.keepers[0]?.date ?? null,
        plateChangeCount: 1,
        plateChanges: [
          {
            currentRegistration: sampleRegistration,
            previousRegistration: sampleEarlierPlate,
            date: life.plateChange,
          },
        ],
        colourChangeCount: 1,
        latestColourChange: { previousColour: 'WHITE', date: life.colourChange },
        imported: false,
        importedFromOutsideEu: false,
        importDate: null,
        usedBeforeImport: false,
        exported: false,
        exportDate: null,
        scrapped: false,
        scrapDate: null,
        certificateOfDestruction: false,
        identityInspected: false,
        identityInspection: null,
        mileageAnomaly: true,
      },
    },
    valuation: {
      state: 'found',
      source: 'UKVD',
      at,
      data: {
        miles: 56_120,
        vehicle: 'SAMPLE MOTORS EXAMPLE 1.6',
        plateYear: '2017 17',
        valuedOn: today,
        onTheRoad: 1_899_500,
        dealerForecourt: 739_500,
        tradeRetail: 679_500,
        privateClean: 659_500,
        privateAverage: 614_500,
        partExchange: 556_000,
        auction: 517_500,
        tradeAverage: 489_000,
        tradePoor: 431_500,
      },
    },
  };
}
