import { costLabels } from '@ve/domain/vehicle/costs/certainty';
import type { Zone } from '@ve/domain/vehicle/clean-air/zones';
import type { TaxYear } from '@ve/domain/vehicle/ved/rates';

export const costsMessages = {
  title: 'What it costs and where it may drive',

  tax: {
    title: 'Vehicle tax',
    lead: 'Tax does not come with the car: a new keeper pays it from the day of the sale.',
    yearly: costLabels.yearlyTax,
    half: 'Tax for 6 months',
    debit: 'By monthly Direct Debit',
    monthly: (month: string, total: string) => `${month} a month, ${total} a year`,
    noHalf: 'Not offered below £50 a year',
    noDebit: 'Nothing to pay',
    firstYear: 'The first year’s tax, which goes by CO2, was paid when it was registered.',
    supplement: costLabels.supplement,
    co2: 'CO2',
    band: 'Band',
    rates: {
      official: (year: string) => `Rates for ${year}, from the official table:`,
      reports: (year: string) =>
        `We took the rates for ${year} from published reports. Confirm yours in the official table:`,
    } satisfies Record<TaxYear['readIn'], (year: string) => string>,
    noRates: 'The official table:',
    newTab: '(opens in a new tab)',
  },

  zones: {
    title: costLabels.zones,
    lead: 'What each zone means for this vehicle.',
    list: 'Zones',
    states: {
      free: 'Free',
      charged: 'Charged',
      'not-allowed': 'Not allowed',
      'not-cars': 'Not for private cars',
      historic: 'Free if historic',
      unknown: 'Not available',
    } satisfies Record<Zone['state'], string>,
    probably: (state: string) => `Probably ${state.toLowerCase()}`,
  },

  nextMot: {
    title: 'What the next MOT may find',
    lead: 'From what the last MOT noted. No register says what has been repaired since: ask for the invoices.',
    list: 'Likely items',
    inARow: (mots: number) => `Advised at ${mots} MOTs in a row`,
    failed: 'Failed, and not passed since',
    once: 'Noted at the last MOT',
    none: {
      items: 'The last MOT advised nothing.',
      failed:
        'It failed its last MOT and has not passed since; the record does not say what on. Ask for the paper of that test.',
      never: 'It has had no MOT test yet, so there is nothing to go by.',
      unusable: 'Its tests are dated in the future: the record must be wrong, and there is nothing to go by.',
      'not-published': 'The record does not hold what its last test advised: ask for the paper of that test.',
    },
  },

  electric: {
    title: 'Battery and charging',
    advice:
      'Ask the seller for a battery health report from the maker or an independent test, how far it goes on a full charge in winter, and which cables come with it.',
  },

  papers: {
    title: 'Registration document (V5C)',
    issued: 'Last V5C issued',
  },
} as const;
