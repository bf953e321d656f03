import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { membershipOffer } from '@ve/domain/membership/offer';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';

/** The monthly price: `£8.90`. */
export const formattedMonthlyPrice = formatPrice(membershipOffer.membership.pence);

/** The price of a trial: `50p`. */
export const formattedTrialPrice = formatPrice(membershipOffer.trial.pence);

export const formatPence = (pence: number): string => formatMoney(pence, membershipOffer.currency);

/** The day of an instant in UK time, for text: `3 March 2027`. */
export const formatDayOfInstant = (instant: string): string => formatDate(londonDate(new Date(instant)));

export const relativeDaysText = (days: number): string => {
  const count = formatCountWithNoun(Math.abs(days), 'day');
  return days === 0 ? 'today' : days > 0 ? `in ${count}` : `${count} ago`;
};

export const messages = {
  reading: 'Checking whether you are signed in',
  signedInAs: (email: string) => `Signed in as ${email}`,
  failedTitle: 'We couldn’t check whether you are signed in',
  failedText: 'The service did not answer. Nothing has been lost.',
  again: 'Try again',

  car: {
    title: 'Due for your car',
    loading: 'Asking DVLA and DVSA',
    tax: 'Tax',
    mot: 'MOT',
    taxStates: { valid: 'Taxed', 'due-soon': 'Due soon', expired: 'Expired', sorn: 'SORN' },
    motStates: {
      valid: 'Valid',
      'due-soon': 'Due soon',
      expired: 'Expired',
      'not-due': 'Not yet due',
      exempt: 'May be exempt',
    },
    firstMot: 'first test due by',
    notAvailable: 'Not available',
    noMotRecord: 'No source holds an MOT date for this car.',
    failed: 'We couldn’t load the dates',
    failedText: 'None of our sources answered. This says nothing about the car.',
    notFound: 'DVLA does not know this registration.',
    none: 'There is no car in your account yet.',
    report: 'Open its report',
    again: 'Try again',
  },
};
