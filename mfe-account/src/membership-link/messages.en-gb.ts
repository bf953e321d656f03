import { formatRegistration } from '@ve/domain/registration/format-registration';
import { dayOf, momentOf, price, trialPrice } from '../platform/messages.en-gb.ts';

const of = (registration: string | null) => (registration === null ? '' : ` for ${formatRegistration(registration)}`);

export const messages = {
  title: 'Cancel your membership',
  reading: 'Reading the link',
  failed: 'The link could not be read',
  again: 'Try again',
  trial: (registration: string | null) => `Your trial${of(registration)}`,
  membership: (registration: string | null) => `Your membership${of(registration)}`,
  trialText: `It ends at once, and the ${price} will not be charged. The ${trialPrice} for the trial is not refunded.`,
  membershipText: (endsAt: string) =>
    `It ends on ${dayOf(endsAt)}, with the month you have paid for. Until then everything works as before. Nothing more will be charged.`,
  unpaidText: 'It ends at once. Nothing more will be charged.',
  cancelTrial: 'Cancel my trial',
  cancelMembership: 'Cancel my membership',
  busy: 'Cancelling…',
  notCancelled: 'It was not cancelled',
  doneTitle: 'Cancelled',
  doneText: (endsAt: string) => `It ends on ${dayOf(endsAt)}, and nothing more will be charged.`,
  doneNowText: 'It has ended, and nothing more will be charged.',
  confirmation: 'A confirmation is on its way by e-mail.',
  alreadyTitle: 'It is cancelled already',
  alreadyText: (endsAt: string) => `It ends on ${momentOf(endsAt)}. Nothing more will be charged.`,
  endedText: (endsAt: string) => `It ended on ${momentOf(endsAt)}. Nothing more will be charged.`,
  unknownTitle: 'This link cancels nothing',
  unknownText:
    'It belongs to a membership that has ended, or a part of it is missing. If you have a membership now, sign in to cancel it.',
  account: 'My account',
  contact: 'Write to us',
};
