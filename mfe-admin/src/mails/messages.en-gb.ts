import { humanize } from '../platform/labels.ts';

export const messages = {
  title: 'Mails',
  about:
    'Mails that were not sent: those that failed for good, that have waited for more than five minutes, and those that were left out on purpose. What was sent is on the customer’s page.',
  reading: 'Every view of these lists is recorded in the audit log: they show addresses and numbers.',
  tabs: 'Mails and texts that did not arrive',
  states: { failed: 'Failed', waiting: 'Waiting', skipped: 'Left out' },
  textsTab: 'Failed texts',
  list: 'the mails that were not sent',
  loading: 'Reading the mails',
  failedTitle: 'We couldn’t load the mails',
  empty: {
    failed: [
      'No mail has failed',
      'Mails that our mail server refuses for good are listed here for 30 days, with why.',
    ],
    waiting: ['No mail waits', 'Mails usually go within seconds. One that waits longer is listed here.'],
    skipped: [
      'No mail was left out',
      'Mails that nobody needs any more, or that somebody has stopped, are listed here.',
    ],
  },
  columns: { what: 'Mail', to: 'To', why: 'Why', ended: 'Since', written: 'Written', again: 'Action' },
  support: 'Our support',
  why: (why: string) => {
    const code = /^refused (\d+)$/.exec(why)?.[1];
    return code === undefined ? (whys[why] ?? humanize(why)) : `Refused by the mail server (${code})`;
  },
  waits: 'Not tried yet, or tried again later',
  again: 'Send again',
  againOf: (what: string, to: string) => `Send again: ${what} to ${to}`,
  dialogTitle: 'Send this mail again?',
  dialogText: 'It is made again and sent once. A link in it that has run out is not mailed again.',
  confirm: 'Send again',
  dialogFailed: 'Nothing was changed',
  gone: 'This mail is not kept any more.',
  outcomes: {
    queued: 'The mail is on its way again',
    waiting: 'The mail waits to be sent already. Nothing was changed.',
    sent: 'The mail was sent meanwhile. Nothing was changed.',
    skipped: 'The mail was left out on purpose. Nothing was changed.',
  },
  texts: {
    title: 'Failed texts',
    list: 'the failed texts',
    loading: 'Reading the texts',
    failedTitle: 'We couldn’t load the texts',
    emptyTitle: 'No text has failed',
    emptyText: 'Texts that a network refuses, or cannot deliver, are listed here with why, as long as texts are kept.',
    columns: { what: 'Text', to: 'To', why: 'Why', ended: 'Since', written: 'Written', again: 'Action' },
    again: 'Send again',
    dialogTitle: 'Send this text again?',
    dialogText: 'It is written again and sent once, unless it would be too late or have nobody to go to.',
    confirm: 'Send again',
    dialogFailed: 'Nothing was changed',
    gone: 'This text is not kept any more.',
    outcomes: {
      queued: 'The text is on its way again',
      waiting: 'The text waits to be sent already. Nothing was changed.',
      sent: 'The text was sent again already, or has arrived. Nothing was changed.',
      skipped: 'The text was left out on purpose. Nothing was changed.',
      stopped:
        'No text goes to this number any more: its owner answered STOP, or it cannot be reached. Nothing was changed.',
      'too-late': 'The text is more than three days old, and no news any more. Nothing was changed.',
    },
  },
} as const;

const whys: Readonly<Record<string, string>> = {
  timeout: 'The mail server did not answer in time',
  unreachable: 'We couldn’t reach the mail server',
  'never-sent': 'We couldn’t make it',
  'not-needed': 'It was not needed any more',
  restored: 'It comes from a restored backup: it was sent before, or its time was over',
  'stream-stopped': 'They do not want mails of this kind',
};
