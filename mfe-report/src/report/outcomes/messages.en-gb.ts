import { registrationInvalidProblem } from '@ve/contracts/user-errors';
import { genericStatusErrors } from '@ve/contracts/status-errors';

/** Texts of the pages without a report; loaded with them. */
export const vehicleFetchOutcomeMessages = {
  didYouMean: 'Did you mean one of these?',

  unreadable: {
    title: 'We cannot read that registration number',
    reasons: {
      'too-long': 'A registration number has at most 7 letters and numbers, like AB12 CDE.',
      'not-a-registration': registrationInvalidProblem.title,
    },
    check: 'Check this plate',
    nothingSent: 'Nothing was looked up yet.',
  },

  notFound: {
    title: 'Vehicle Not Found',
    advice: 'Check the number against the plate or the V5C log book. A new plate can take a few days to appear.',
  },

  busy: {
    title: 'Not checked yet',
    advice: 'Nothing was looked up, and this says nothing about the vehicle.',
  },

  failed: {
    title: 'Unable to fetch live vehicle data',
    heading: 'No source answered',
    otherHeading: 'Nothing was checked',
    showSample: 'See a sample report',
    unknown: genericStatusErrors['internal-error'].title,
    sample: 'Showing sample data for demonstration',
    notYours: (plate: string) =>
      `Nothing below is about ${plate}. It is a made-up vehicle that shows what a report contains.`,
  },
} as const;
