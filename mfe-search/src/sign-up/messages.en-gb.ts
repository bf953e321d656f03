import { registrationInvalidProblem } from '@ve/contracts/user-errors';
import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

const monthly = formatPrice(membershipOffer.membership.pence);

/** Texts of the sign-up; those of specification sections 2, 5 and 8 are verbatim. */
export const messages = {
  progress: 'Sign-up steps',
  steps: ['Search', 'Confirm', 'Details', 'Payment'],
  /** The header's title on small screens, by step. */
  headerTitles: { 1: null, 2: 'CONFIRM', 3: 'DETAILS', 4: 'PAYMENT' },
  back: 'Back to Search',
  search: {
    pageTitle: 'Find your vehicle',
    heading: 'Which vehicle do you want to check?',
    lead: 'Enter its registration number. The next step shows you the vehicle.',
    label: 'Registration number',
    submit: 'Search Vehicle',
    errors: {
      'too-long': 'A registration number has at most 7 letters and numbers, like AB12 CDE',
      'not-a-registration': registrationInvalidProblem.title,
    },
  },
  confirm: {
    pageTitle: 'Confirm your vehicle',
    heading: 'Is this your vehicle?',
    loading: 'Looking up the vehicle',
    source: {
      DVLA: 'From DVLA’s record.',
      DVSA: 'From DVSA’s MOT history. DVLA did not answer in time.',
      UKVD: 'From UK Vehicle Data. DVLA did not answer in time.',
    },
    make: 'Make',
    year: 'Year',
    colour: 'Colour',
    notHeld: {
      DVLA: 'DVLA’s record does not say.',
      DVSA: 'DVSA’s MOT history does not say.',
      UKVD: 'UK Vehicle Data does not say.',
    },
    next: 'Continue',
    trialPrice: `${membershipOffer.trial.hours}-hour trial, ${formatPrice(membershipOffer.trial.pence)}`,
    trialNote: `Saved reports, reminders and your dashboard. Then ${monthly} a month, with a full check, unless you cancel.`,
    free: 'See the free report',
    freePrice: 'Free',
    freeNote: 'Tax, MOT history and mileage. No details needed, nothing to pay.',
    toReport: 'Continue to the report',
    another: 'Not your vehicle? Search again',
    waitFirst: 'You can continue once the vehicle is found.',
  },
  unreadable: {
    heading: 'We cannot read that registration number',
    typed: 'You typed',
    nothingSent: 'Nothing was looked up.',
    unavailable: 'Search again with the number exactly as on the plate.',
  },
  notFound: {
    heading: 'Vehicle Not Found',
    advice:
      'Check the registration number on the plate or the V5C log book. A new plate can take a few days to appear.',
    lookalikes: 'The letters O and I are easily confused with the numbers 0 and 1. Did you mean:',
    twins: { O: 'the letter O', 0: 'the number 0', I: 'the letter I', 1: 'the number 1' },
    with: (names: readonly string[]) => `with ${names.join(' and ')}`,
    unavailable: 'No vehicle was found. Search again to continue.',
  },
  failed: {
    heading: 'Search failed',
    answer: 'Failed to fetch vehicle data from DVLA',
    network: 'Failed to connect to DVLA lookup service',
    advice: 'This says nothing about your vehicle.',
    adviceAndWhen: 'This says nothing about your vehicle. Try again in a minute.',
    retry: 'Try again',
    retrying: 'Trying again…',
    unavailable: 'We couldn’t look up the vehicle. Try again to continue.',
  },
  resume: {
    title: 'You have started to sign up',
    body: 'Your details are kept in this browser for a day.',
    action: (plate: string) => `Continue with ${plate}`,
    forget: 'Forget my details',
  },
  member: {
    running: {
      title: 'You are already a member',
      body: 'There is nothing to pay again.',
      account: 'Go to My account',
    },
    due: {
      title: 'You are already a member',
      body: `Your next ${monthly} is being taken, usually within ${firstChargeDelayText}, and your full check comes with it. You need not do anything.`,
      account: 'Go to My account',
    },
    late: {
      title: 'You are already a member',
      body: 'The time you paid for has ended, and we have not received the next payment. You can pay it in My account.',
      account: 'Pay in My account',
    },
    unpaid: {
      title: 'You are already a member',
      body: 'Your last payment failed.',
      account: 'See why and pay',
    },
    ended: {
      title: 'You have been a member before',
      body: `The trial is for new members. Start again for ${monthly} a month in My account.`,
      account: 'Rejoin in My account',
    },
    report: (plate: string) => `Open the report of ${plate}`,
  },
  loading: 'Loading',
  partner: {
    title: 'Legal notice',
    body: 'It is against the law to use a vehicle on the road without vehicle tax, or without an MOT where it needs one. You could be fined up to £1,000.',
  },
} as const;
