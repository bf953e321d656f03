import { costLabels } from '@ve/domain/vehicle/costs/certainty';
import type { CleanAirZone } from '@ve/domain/vehicle/clean-air/zones';
import type { VehicleTaxYearRates } from '@ve/domain/vehicle/ved/rates';

export const runningCostsMessages = {
  title: 'What it costs and where it may drive',

  tax: {
    title: 'Vehicle tax',
    lead: 'Tax does not come with the car: you pay it from the day you buy.',
    yearly: costLabels.yearlyTax,
    half: 'Tax for 6 months',
    debit: 'By monthly Direct Debit',
    monthly: (month: string, total: string) => `${month} a month, ${total} a year`,
    noHalf: 'Not offered below £50 a year',
    noDebit: 'Nothing to pay',
    firstYear: 'The first year’s tax, based on CO2, was paid when it was registered.',
    supplement: costLabels.supplement,
    parts: 'By six months or Direct Debit, CO2, band and rates',
    co2: 'CO2',
    band: 'Band',
    rates: {
      official: (year: string) => `Rates for ${year}, from the official table:`,
      reports: (year: string) => `Rates for ${year} from published reports. Check yours in the official table:`,
    } satisfies Record<VehicleTaxYearRates['readIn'], (year: string) => string>,
    noRates: 'The official table:',
    newTab: '(opens in a new tab)',
  },

  zones: {
    title: costLabels.zones,
    list: 'Zones',
    allList: 'Every zone',
    free: (names: readonly string[]) => `No charge for this car: ${names.join('; ')}.`,
    rules: (zones: number) => `What each of the ${zones} zones says, with links`,
    states: {
      free: 'Free',
      charged: 'Charged',
      'not-allowed': 'Not allowed',
      'not-cars': 'Not for private cars',
      historic: 'Free if historic',
      unknown: 'Not available',
    } satisfies Record<CleanAirZone['state'], string>,
    perhaps: 'probably',
    probably: (state: string) => `Probably ${state.toLowerCase()}`,
  },

  electric: {
    title: 'Battery and charging',
    advice:
      'Ask the seller for a battery health report from the maker or an independent tester. Ask its winter range on a full charge, and which cables come with it.',
  },

  papers: {
    fold: (issued: string | null) => `Registration document (V5C)${issued === null ? '' : `: last issued ${issued}`}`,
    issued: 'Last V5C issued',
  },
} as const;
