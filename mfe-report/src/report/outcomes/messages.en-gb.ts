import { errors } from '@ve/contracts/errors';

/** Text of a report that did not come about; loaded with it. */
export const outcomeMessages = {
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
    unknown: errors['internal-error'].title,
    sample: 'Showing sample data for demonstration',
    notYours: (plate: string) =>
      `Nothing below is about ${plate}. It is a made-up vehicle that shows what a report contains.`,
  },
} as const;
