import type { VehicleFetchStep } from '@ve/contracts/http/vehicle/vehicle-data';
import type { DecisionQuestion, DecisionQuestionId } from '@ve/domain/verdict/decision';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import { formatCountWithNoun as count } from '@ve/domain/kernel/text/phrases';

const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** Texts of the report; those that the specification prescribes are verbatim. */
export const messages = {
  title: (plate: string) => `${plate} vehicle report`,
  loading: 'Loading your vehicle report...',
  searchAgain: 'Search again',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again…',
  notAvailable: 'Not available',
  newTab: '(opens in a new tab)',
  fetching: {
    heading: 'Getting this vehicle’s records',
    /** How long a source usually takes is our own judgement; `provider_call_duration_seconds` measures it. */
    steps: {
      DVLA: 'Asking DVLA for tax and registration (usually 2 seconds)',
      DVSA: 'Asking DVSA for MOT tests and recalls (usually 3 seconds)',
      UKVD: 'Asking UK Vehicle Data for the specification and history (usually 5 seconds)',
    } satisfies Record<SourceName, string>,
    states: {
      waiting: 'waiting',
      asking: 'asking now',
      answered: 'answered',
      unavailable: 'did not answer',
    } satisfies Record<VehicleFetchStep['state'], string>,
  },

  sample: { tag: 'Sample', heading: 'Sample vehicle', see: 'See a complete sample' },

  unnamed: 'Make not available',
  decision: {
    heading: 'Verdict',
    reasons: 'Reasons',
    more: (number: number) => `And ${count(number, 'thing', 'things')} more in the sections below.`,
    next: 'Next:',
    advicePage: 'What the verdicts mean',
  },
  questions: {
    label: 'A buyer’s questions',
    names: {
      stolen: 'Stolen?',
      owed: 'Money owed?',
      crashed: 'Crashed?',
      mileage: 'Mileage',
      legal: 'Road legal',
      worth: 'Worth',
      condition: 'Condition',
      keepers: 'Keepers, origin',
      recalls: 'Recalls',
    } satisfies Record<DecisionQuestionId, string>,
    states: {
      clear: 'Clear',
      found: 'Found',
      unknown: 'Not known',
      locked: 'Locked',
      asking: 'Checking',
    } satisfies Record<DecisionQuestion['state'], string>,
  },
  asking: {
    sources: (names: string) => `Asking ${names}…`,
    announce: (answered: readonly string[], failed: readonly string[], asking: readonly string[]) =>
      [
        answered.length === 0 ? null : `${listed(answered)} answered.`,
        failed.length === 0 ? null : `${listed(failed)} did not answer.`,
        asking.length === 0 ? 'The report is complete.' : `Still asking ${listed(asking)}.`,
      ]
        .filter((part) => part !== null)
        .join(' '),
  },

  actions: {
    label: 'Actions',
    bar: 'Next step',
    print: 'Print this report',
    another: 'Check another vehicle',
  },

  tax: {
    title: 'Tax',
    due: { valid: 'Due', 'due-soon': 'Due', expired: 'Ended' } as Record<string, string>,
    datePassed: 'DVLA lists it as taxed past its due date.',
    sorn: 'Declared off the road. Except to a booked MOT test, it must not be driven or parked on a public road.',
    renew: 'Renew tax on GOV.UK',
    scrapped: 'Recorded as scrapped: it can’t be taxed.',
    exported: 'Recorded as exported or marked for export.',
  },
  mot: {
    title: 'MOT',
    until: { valid: 'Until', 'due-soon': 'Until', expired: 'Ended' } as Record<string, string>,
    firstDue: 'First test due by',
  },
  daysLeft: (days: number) =>
    days === 0 ? 'today' : days > 0 ? `in ${count(days, 'day', 'days')}` : `${count(-days, 'day', 'days')} ago`,

  tabs: {
    label: 'Report sections',
    information: 'Vehicle Information',
    vdi: 'VDI Check Report',
    additional: 'Additional Checks',
  },
} as const;
