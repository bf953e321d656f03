import type { MemberChangeNotice } from '@ve/contracts/http/membership/member-change';
import { formatDayOfInstant, formatPence } from '../messages.en-gb.ts';

const ends = (endsAt: string | null): string =>
  endsAt === null ? 'at the end of the time you will have paid for by then' : `on ${formatDayOfInstant(endsAt)}`;

/** Texts of an announced change, in the account and on the page of its link. */
export const messages = {
  title: ({ kind, effectiveAt }: MemberChangeNotice) =>
    kind === 'price'
      ? `A new price from ${formatDayOfInstant(effectiveAt)}`
      : `New terms from ${formatDayOfInstant(effectiveAt)}`,
  text: ({ previousPence, pence, effectiveAt }: MemberChangeNotice) =>
    previousPence === null || pence === null
      ? `Our terms of service change on ${formatDayOfInstant(effectiveAt)}. Your price does not change.`
      : `You pay ${formatPence(previousPence)} a month now. If you agree, you pay ${formatPence(pence)} from your first payment on or after ${formatDayOfInstant(effectiveAt)}.`,
  otherwise: ({ kind, endsAt }: MemberChangeNotice) =>
    kind === 'price'
      ? `If you don’t, you keep your current price until your membership ends ${ends(endsAt)}. You never pay the new price.`
      : `If you don’t agree, your membership ends ${ends(endsAt)}, and nothing more is charged after that.`,
  terms: 'Read the new terms',
  consent: (text: string) => `By pressing the button, you say: “${text}”`,
  agree: ({ pence }: MemberChangeNotice) =>
    pence === null ? 'Agree to the new terms' : `Agree to ${formatPence(pence)} a month`,
  busy: 'Saving your answer…',
  failed: 'Your answer was not saved',
  agreedTitle: 'You have agreed',
  agreed: ({ pence, effectiveAt }: MemberChangeNotice) =>
    `${pence === null ? 'The new terms apply from' : `You pay ${formatPence(pence)} a month from your first payment on or after`} ${formatDayOfInstant(effectiveAt)}. If you change your mind, cancel before that day.`,
  closedTitle: 'It is too late to agree',
  closed: 'The day has come, or the membership is cancelled. My account shows when it ends.',
} as const;
