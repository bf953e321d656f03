import type { LastChargeRefund } from '@ve/contracts/http/membership/cancellation-summary';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import { backupRetentionDays, firstChargeRetentionMonths } from '@ve/domain/membership/retention-periods';
import { trialsPerCardDays } from '@ve/domain/membership/sign-up-outcome';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatPence } from '../platform/messages.en-gb.ts';

export const messages = {
  title: 'Delete your account',
  account: (hint: string) => `This deletes the account of ${hint}.`,
  happens: 'What will happen',
  membership: (registration: string | null) =>
    `Your membership${registration === null ? '' : ` for ${formatRegistration(registration)}`} ends now, and nothing more will be charged.`,
  noMembership: 'You have no membership, so nothing ends and nothing is paid back.',
  refunds: {
    full: ({ pence }: LastChargeRefund) =>
      `${formatPence(pence)}, your last payment in full, goes back to your card within ${refundArrivalTime}.`,
    'pro-rata': ({ pence, fullCheckPence = 0 }: LastChargeRefund) =>
      `${formatPence(pence)}, for the days left of your month, goes back to your card within ${refundArrivalTime}.${fullCheckPence === 0 ? '' : ` The ${formatPence(fullCheckPence)} for the full check you used is not returned.`}`,
    none: () => 'You get nothing back. The rest of a paid month ends with the membership.',
  },
  goes: 'Your details, saved reports, full checks, messages to us, newsletter and sign-ins are deleted. We cannot bring them back.',
  signedOut: 'You are signed out in every browser.',
  kept: 'What we keep',
  payments: 'Payments and refunds: six years after the end of the tax year, because tax law requires it.',
  contracts:
    'What we announced to you, what you agreed to, and your cancellation: six years, as proof of the contract.',
  nameless: 'We keep these two separately, without your name, address, e-mail address or registration.',
  hashes: `If you had a trial or membership: hashes of your card and e-mail address. We make them with a secret key, so no one can read either from them. We keep them to prevent fraud, for ${trialsPerCardDays} days after the trial began, or ${firstChargeRetentionMonths} months after your last full charge if that is later. Deleting an account does not restart trials and refund periods.`,
  backups: `Encrypted backups still hold the account until they are overwritten, within ${backupRetentionDays} days.`,
  download: 'Once it is deleted there is nothing left to download. If you want a copy first, ask for it on ',
  downloadLink: 'Your data',
  action: 'Delete my account',
  keep: 'Keep my account',
  busy: 'Deleting…',
  notDeleted: 'It was not deleted',
  doneTitle: 'Your account is being deleted',
  doneText: (pence: number) =>
    `You are signed out and nothing more will be charged. We delete everything${pence === 0 ? '' : ` once your ${formatPence(pence)} is on its way back`}, and tell you by e-mail when it is done.`,
  expiredTitle: 'This link does not work',
  expiredText:
    'It is older than 24 hours, its account is already deleted, or part of the link is missing. If you still have an account, sign in and ask for a new link.',
  staffTitle: 'This is a staff account',
  staffText: 'An admin must first remove its staff rights. Nothing was deleted.',
  yourData: 'Your data',
  contact: 'Write to us',
} as const;
