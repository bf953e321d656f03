import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';

const of = (registration: string | null) => (registration === null ? '' : ` for ${formatRegistration(registration)}`);

export const messages = {
  title: 'Cancel your membership',
  trial: (registration: string | null) => `Your trial${of(registration)}`,
  membership: (registration: string | null) => `Your membership${of(registration)}`,
  cancelTrial: 'Cancel my trial',
  cancelMembership: 'Cancel my membership',
  busy: 'Cancelling…',
  notCancelled: 'It was not cancelled',
  doneTitle: 'Cancelled',
  alreadyTitle: 'It is already cancelled',
  alreadyText: (endsAt: string) => `It ends on ${formatInstant(endsAt)}. Nothing more will be charged.`,
  endedText: (endsAt: string) => `It ended on ${formatInstant(endsAt)}. Nothing more will be charged.`,
  unknownTitle: 'This link does not work',
  unknownText:
    'It belongs to a membership that has ended, or part of the link is missing. If you have a membership now, sign in to cancel it.',
  account: 'My account',
  contact: 'Write to us',
};
