import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import type { TextMessageState } from '@ve/domain/messaging/texts/text-state';
import type { StatusTone } from '@ve/ui/status/status';

export const messages = {
  title: 'What was sent',
  lead: 'Reminders and alerts, newest first.',
  appears: 'Each reminder and alert: when it was sent, how, and whether it arrived.',
  noneLapsed: 'Nothing was sent, and your membership has ended.',
  next: (on: string, kind: string) => `Nothing has been sent yet. The next is planned for ${on}: ${kind}.`,
  nonePlanned: 'Nothing has been sent yet, and no reminder is planned. An alert comes when something changes.',
  paused: 'Nothing has been sent yet, and you have paused messages.',
  addDates: 'Add your insurance and servicing dates',
  addWhy: ' to be reminded of them, too.',
  loading: 'Loading your messages',
  failedTitle: 'We couldn’t load the messages',
  failedText: 'The service did not answer. We still send your reminders.',
  again: 'Try again',
  reminder: (kind: string, lead: string, date: string) => `${kind} reminder, ${lead} ${date}`,
  alert: (kind: string) => `Alert: ${kind}`,
  late: 'Sent late: we couldn’t send it on the day.',
};

export const textMessageStateLabels: Record<TextMessageState, { tone: StatusTone; word: string }> = {
  waiting: { tone: 'info', word: 'Waiting' },
  sent: { tone: 'info', word: 'Sent' },
  delivered: { tone: 'pass', word: 'Arrived' },
  failed: { tone: 'fail', word: 'Did not arrive' },
  skipped: { tone: 'unknown', word: 'Not sent' },
  unconfirmed: { tone: 'unknown', word: 'Sent, no receipt' },
};

const skipped: Record<MessageSkipReason, string> = {
  'not-member': 'Your membership had ended.',
  'payment-due': 'A payment was due. Texts pause until you pay it.',
  'car-changed': 'You had changed your car.',
  'switched-off': 'You had switched it off.',
  paused: 'You had paused messages.',
  moved: 'The date moved, and its reminder with it.',
  scrapped: 'The car is recorded as scrapped.',
  exported: 'The car is recorded as exported.',
  sorn: 'The car was declared off the road (SORN).',
  exempt: 'The car may need no MOT at its age.',
  'too-early': 'It was too early.',
  'too-late': 'We couldn’t send it in time to be useful.',
  'never-sent': 'An error on our side stopped it.',
  restored: 'We restored our records from a backup. It was already sent, or it was too late.',
  'stream-stopped': 'The address had unsubscribed.',
  suppressed: 'E-mails to this address bounced, so we stopped sending them.',
  'no-phone-number': 'No confirmed number was stored.',
  'phone-number-changed': 'You had changed your number.',
  stopped: 'Your number had replied STOP.',
  unreachable: 'The network could not reach the number.',
  'daily-limit': 'We had reached our daily limit of texts.',
  'not-needed': 'It was no longer needed.',
  'subject-deleted': 'It was no longer needed.',
};

/**
 * The reason by its code: the workers' codes for messages that were not sent, the vendors' for those that did not
 * arrive.
 */
const reasons: Record<string, string> = {
  ...skipped,
  bounce: 'The e-mail bounced: the address does not accept it.',
  complaint: 'An earlier e-mail was reported as spam, so we send no more.',
  refused: 'The mail server refused it.',
  'unknown-number': 'The network does not know the number.',
  'no-route': 'We found no network for the number.',
  landline: 'The number is a landline.',
  blocked: 'The network blocked the text.',
  filtered: 'The network filtered the text.',
};

/** Why a message was not sent or did not arrive, as a sentence; null if it was sent or there is no known reason. */
export function deliveryFailureReason(state: TextMessageState, why: string | null): string | null {
  if (state === 'unconfirmed') return 'The network did not confirm whether it arrived.';
  if (state !== 'failed' && state !== 'skipped') return null;
  // A code of the workers, followed by the code of the mail server or the network.
  const known = reasons[why?.split(' ')[0] ?? ''];
  return (
    known ?? (state === 'failed' ? 'The network or the mail server did not accept it.' : (reasons['not-needed'] ?? ''))
  );
}
