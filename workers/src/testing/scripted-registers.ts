import type { Valuation, VdiCheck } from '@ve/domain/vehicle/record/full-check';
import { vdiCheckWithoutEntries } from '@ve/domain/testing/full-checks';
import type { VdiCheckAnswer } from '@ve/providers/vdi-check/vdi-check.port';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { FullCheckDeps } from '@ve/app/vehicle/vehicle-data-sources';

/** Registers without any entry. */
export const clearVdiCheck: VdiCheck = {
  ...vdiCheckWithoutEntries,
  vinLast5: '12AB3',
  previousKeepers: 1,
  usedBeforeImport: false,
};

/** A valuation of £9,000 from a private seller. */
export const exampleValuation: Valuation = {
  miles: 40_000,
  vehicle: 'FORD FOCUS',
  plateYear: '2012 12',
  valuedOn: '2026-03-01',
  onTheRoad: null,
  dealerForecourt: 1_000_000,
  tradeRetail: null,
  privateClean: 900_000,
  privateAverage: 850_000,
  partExchange: 800_000,
  auction: 750_000,
  tradeAverage: 700_000,
  tradePoor: 600_000,
};

/** Scripted registers and valuations that count their calls; by default clear, and £9,000. */
export const scriptedPaidSources = (
  scripts: {
    registers?: (call: number) => VdiCheckAnswer | Promise<VdiCheckAnswer>;
    valuations?: (call: number) => VehicleAnswer<Valuation> | Promise<VehicleAnswer<Valuation>>;
  } = {},
) => {
  const calls = { registers: 0, valuations: 0 };
  const miles: (number | null)[] = [];
  const needs: Pick<FullCheckDeps, 'registers' | 'valuations'> = {
    registers: {
      find: async () => {
        calls.registers += 1;
        return (await scripts.registers?.(calls.registers)) ?? { state: 'found', data: clearVdiCheck };
      },
    },
    valuations: {
      find: async (_registration, at) => {
        calls.valuations += 1;
        miles.push(at);
        return (await scripts.valuations?.(calls.valuations)) ?? { state: 'found', data: exampleValuation };
      },
    },
  };
  return { ...needs, calls, miles };
};
