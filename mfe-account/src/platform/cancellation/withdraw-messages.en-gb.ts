import { dayOf, money } from '../messages.en-gb.ts';

export const messages = {
  action: 'Keep my membership',
  busy: 'Keeping it…',
  failed: 'We couldn’t keep it. It is still cancelled',
  text: (endsAt: string, pence: number) =>
    `You can change your mind until ${dayOf(endsAt)}. If you do, you pay ${money(pence)} on that day, and every month until you cancel.`,
  elsewhere: (endsAt: string, pence: number) =>
    `You can change your mind until ${dayOf(endsAt)}: sign in to your account. If you do, you pay ${money(pence)} on that day, and every month until you cancel.`,
  doneTitle: 'You keep your membership',
  done: 'It continues as before.',
  doneUntil: (pence: number, at: string) => `It continues as before. Next charge: ${money(pence)} on ${dayOf(at)}.`,
  endedTitle: 'It has ended',
  ended: 'It’s too late to keep it. You can start again in your account.',
} as const;
