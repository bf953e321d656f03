import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

const { trial, membership } = membershipOffer;

export const messages = {
  title: 'Reminders',
  loading: 'Loading your reminders',

  offer: 'Tax, MOT, insurance and servicing, with a membership',
  given:
    'We remind members of tax, MOT, insurance and servicing 28, 14 and 7 days before, the day before and the day after.',
  how: 'By e-mail, and by text if you turn SMS on.',
  price: `${formatPrice(trial.pence)} for a ${trial.hours}-hour trial, then ${formatPrice(membership.pence)} a month until you cancel.`,
  join: 'Set reminders with a membership',

  watched: 'We remind you about tax and MOT, and about insurance and servicing once you give their dates.',
  dashboard: 'Choose days and dates',
  paused: 'Paused: nothing is sent. See or end the pause on your dashboard.',

  unpaid: 'Your last payment failed. Reminders by e-mail continue; texts are paused until you pay.',
  pay: 'See why and pay',

  otherCar: (plate: string) => `Your membership watches ${plate}, so no reminders are sent for this car.`,
  otherCarLink: 'See it on your dashboard',
  lapsed: 'Your membership has ended, so no reminders are sent. Your choices are kept.',
  again: 'Start it again',

  failedTitle: 'We couldn’t load your reminders',
  failedText: 'The service did not answer. Your settings have not changed.',
  unknownUser: 'We couldn’t check whether you are signed in.',
  tryAgain: 'Try again',
  notSaved: 'That was not saved',
  notMember: 'You need a membership to set reminders.',
} as const;
