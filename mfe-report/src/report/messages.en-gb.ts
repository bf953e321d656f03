import { errors } from '@ve/contracts/errors';
import type { FetchStep } from '@ve/contracts/http/vehicle-data';
import type { FreeFinding, FreeNote, FreeVerdict } from '@ve/domain/report/free-verdict';
import type { MotState } from '@ve/domain/mot/mot-state';
import type { SourceName } from '@ve/domain/report/vehicle-record';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Text of the report; strings that the specification fixes are kept verbatim. */
export const messages = {
  title: (plate: string) => `${plate} vehicle report`,
  loading: 'Loading your vehicle report...',
  searchAgain: 'Search again',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again…',
  notAvailable: 'Not available',
  newTab: '(opens in a new tab)',
  unlessNamed: 'Where no source is named: ',

  fetching: {
    heading: 'Getting this vehicle’s records',
    steps: {
      DVLA: 'Asking DVLA for tax and registration',
      DVSA: 'Asking DVSA for MOT tests and recalls',
      UKVD: 'Asking UK Vehicle Data for the specification and history',
    } satisfies Record<SourceName, string>,
    states: {
      waiting: 'waiting',
      asking: 'asking now',
      answered: 'answered',
      unavailable: 'did not answer',
    } satisfies Record<FetchStep['state'], string>,
  },

  unreadable: {
    title: 'We cannot read that registration number',
    'too-long': 'A registration number has at most 7 letters and numbers, like AB12 CDE.',
    'not-a-registration': errors['registration-invalid'].title,
    typed: 'You typed',
    nothingSent: 'Nothing was looked up.',
  },
  didYouMean: 'Did you mean',

  notFound: {
    title: 'Vehicle Not Found',
    advice:
      'Check the number against the plate or the V5C log book. A plate put on the car in the last few days may not be on record yet.',
  },

  busy: {
    title: 'Not checked yet',
    advice: 'Nothing was looked up, and this says nothing about the vehicle.',
  },

  failed: {
    title: 'Unable to fetch live vehicle data',
    unknown: errors['internal-error'].title,
    sample: 'Showing sample data for demonstration',
    notYours: (plate: string) =>
      `Nothing below is about ${plate}. It is a made-up vehicle that shows what a report contains.`,
  },
  sample: { tag: 'Sample', heading: 'Sample vehicle' },

  partial: {
    title: (sources: string) => `${sources} did not give us an answer`,
    body: 'What it would have told you is marked “Not available” below. Everything else is live.',
  },

  unnamed: 'Make not available',
  verdict: {
    heading: 'Verdict',
    words: {
      FAILED: 'FAILED',
      WARNING: 'WARNING',
      'NOTHING FOUND': 'Nothing found in the free checks',
    } satisfies Record<FreeVerdict['level'], string>,
    advice: {
      FAILED: 'Do not buy without investigating.',
      WARNING: 'Proceed with caution.',
      'NOTHING FOUND': null,
    } satisfies Record<FreeVerdict['level'], string | null>,
    reasons: {
      scrapped: 'It is recorded as scrapped.',
      exported: 'It is recorded or marked as exported.',
      imported: 'It was imported.',
      mileage: 'Its recorded mileage goes backwards.',
    } satisfies Record<FreeFinding, string>,
    notesLead: 'Worth knowing:',
    notes: {
      recall: 'It has an outstanding safety recall.',
      'mot-expired': 'It has no current MOT.',
      'tax-expired': 'It is not taxed for the road.',
      sorn: 'It is declared off the road (SORN).',
      'q-plate': 'A Q plate means that its age or identity is in doubt.',
      'mileage-unclear': 'One or more mileage readings look wrongly recorded.',
    } satisfies Record<FreeNote, string>,
    unanswered: (findings: readonly FreeFinding[]) =>
      `No source could tell us about ${findings.map((finding) => findingWords[finding]).join(', ')}.`,
    notChecked:
      'Not checked yet: outstanding finance, insurance write-off, stolen markers. They are in the full check.',
    advicePage: 'What the verdicts mean',
  },

  actions: {
    label: 'Actions',
    print: 'Print this report',
    another: 'Check another vehicle',
  },

  tax: {
    title: 'Tax',
    due: { valid: 'Due', 'due-soon': 'Due', expired: 'Ended' } as Record<string, string>,
    datePassed: 'DVLA lists it as taxed although its due date has passed.',
    sorn: 'Declared off the road. It must not be driven or parked on a public road.',
    renew: 'Renew tax on GOV.UK',
  },
  mot: {
    title: 'MOT',
    until: { valid: 'Until', 'due-soon': 'Until', expired: 'Ended' } as Record<string, string>,
    firstDue: 'First test due by',
    exempt: 'Vehicles over 40 years old need no MOT when their keeper has declared them exempt.',
    basis: {
      'dvsa-test': 'From its latest MOT test.',
      dvla: 'From DVLA’s record.',
      'first-test-due': 'It has not been tested yet.',
      computed: 'Worked out from its first registration.',
    } satisfies Record<NonNullable<MotState['basis']>, string>,
  },
  daysLeft: (days: number) =>
    days === 0 ? 'today' : days > 0 ? `in ${count(days, 'day', 'days')}` : `${count(-days, 'day', 'days')} ago`,

  tiles: {
    label: 'About this report',
    created: 'Created',
    updated: 'Updated',
    plan: 'Your Plan',
    noPlan: 'No plan',
    signUp: 'Sign up',
    account: 'See your account',
    unknownPlan: 'We could not check whether you are signed in.',
  },
  members: {
    line: 'Members get reminders before tax and MOT run out.',
    link: 'Sign up for reminders',
  },

  tabs: {
    label: 'Report sections',
    information: 'Vehicle Information',
    vdi: 'VDI Check Report',
    additional: 'Additional Checks',
  },
  alert: {
    title: 'VEHICLE ALERT!',
    expired: (plate: string) => `The tax on ${plate} has expired.`,
    dueSoon: (plate: string, date: string, days: string) => `The tax on ${plate} is due on ${date}, ${days}.`,
    law: 'Keeping an untaxed vehicle on the road can cost a fine of up to £1,000.',
    reminders:
      'Members are reminded before tax and MOT run out. Looking at this report does not set a reminder for this vehicle.',
    renew: 'Tax it on GOV.UK',
    ignore: 'Ignore',
  },
} as const;

const findingWords: Record<FreeFinding, string> = {
  scrapped: 'scrapping',
  exported: 'export',
  imported: 'import',
  mileage: 'mileage',
};
