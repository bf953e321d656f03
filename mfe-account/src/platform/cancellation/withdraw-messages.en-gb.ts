import { formatDayOfInstant, formatPence } from '../messages.en-gb.ts';

export const messages = {
  action: 'Keep my membership',
  busy: 'Keeping it…',
  failed: 'We couldn’t keep it. It is still cancelled',
  text: (endsAt: string, pence: number) =>
    `You can change your mind until ${formatDayOfInstant(endsAt)}. If you do, you pay ${formatPence(pence)} on that day, and every month until you cancel.`,
  elsewhere: (endsAt: string, pence: number) =>
    `You can change your mind until ${formatDayOfInstant(endsAt)}: sign in to your account. If you do, you pay ${formatPence(pence)} on that day, and every month until you cancel.`,
  doneTitle: 'You keep your membership',
  done: 'It continues as before.',
  doneUntil: (pence: number, at: string) =>
    `It continues as before. Next charge: ${formatPence(pence)} on ${formatDayOfInstant(at)}.`,
  endedTitle: 'It has ended',
  ended: 'It’s too late to keep it. You can start again in your account.',
} as const;
