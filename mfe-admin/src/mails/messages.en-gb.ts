import { humanizeKey } from '../platform/labels.ts';

export const messages = {
  title: 'E-mails',
  about:
    'E-mails we haven’t sent. They failed, have waited for more than five minutes, or were skipped on purpose. Find sent e-mails on the customer’s page.',
  reading: 'These lists show addresses and numbers, so every view is recorded in the audit log.',
  ofNewsletter: 'Only e-mails of one newsletter are shown.',
  ofAll: 'Show all unsent e-mails',
  tabs: 'Unsent e-mails and failed texts',
  states: { failed: 'Failed', waiting: 'Waiting', skipped: 'Skipped' },
  textsTab: 'Failed texts',
  list: 'unsent e-mails',
  loading: 'Loading the e-mails',
  failedTitle: 'We couldn’t load the e-mails',
  empty: {
    failed: ['No failed e-mails', 'E-mails that fail permanently appear here for 30 days, with the reason.'],
    waiting: ['No waiting e-mails', 'E-mails usually leave within seconds. Any that wait longer appear here.'],
    skipped: ['No skipped e-mails', 'E-mails that are no longer needed or wanted appear here.'],
  },
  columns: { what: 'E-mail', to: 'To', why: 'Why', ended: 'Since', written: 'Written', again: 'Action' },
  support: 'Our support',
  why: (why: string) => {
    const code = /^refused (\d+)$/.exec(why)?.[1];
    return code === undefined ? (whys[why] ?? humanizeKey(why)) : `Refused by the mail server (${code})`;
  },
  waits: 'Waiting for its first try or a retry',
  again: 'Send again',
  againOf: (what: string, to: string) => `Send again: ${what} to ${to}`,
  dialogTitle: 'Send this e-mail again?',
  dialogText: 'We write it again and send it once. We don’t resend expired links.',
  confirm: 'Send again',
  dialogFailed: 'Nothing was changed',
  gone: 'We no longer keep this e-mail.',
  outcomes: {
    queued: 'Sending the e-mail again',
    waiting: 'The e-mail is already waiting to be sent. Nothing was changed.',
    sent: 'The e-mail has since been sent. Nothing was changed.',
    skipped: 'The e-mail was skipped on purpose. Nothing was changed.',
  },
  texts: {
    title: 'Failed texts',
    list: 'failed texts',
    loading: 'Loading the texts',
    failedTitle: 'We couldn’t load the texts',
    emptyTitle: 'No failed texts',
    emptyText:
      'Texts that a network refuses or can’t deliver appear here with the reason, for as long as we keep texts.',
    columns: { what: 'Text', to: 'To', why: 'Why', ended: 'Since', written: 'Written', again: 'Action' },
    again: 'Send again',
    dialogTitle: 'Send this text again?',
    dialogText: 'We write it again and send it once, unless it’s too late or has no recipient.',
    confirm: 'Send again',
    dialogFailed: 'Nothing was changed',
    gone: 'We no longer keep this text.',
    outcomes: {
      queued: 'Sending the text again',
      waiting: 'The text is already waiting to be sent. Nothing was changed.',
      sent: 'The text was already sent again, or has arrived. Nothing was changed.',
      skipped: 'The text was skipped on purpose. Nothing was changed.',
      stopped: 'We no longer text this number: its owner replied STOP, or we can’t reach it. Nothing was changed.',
      'too-late': 'The text is more than three days old and out of date. Nothing was changed.',
    },
  },
} as const;

const whys: Readonly<Record<string, string>> = {
  timeout: 'The mail server didn’t answer in time',
  unreachable: 'We couldn’t reach the mail server',
  'never-sent': 'We couldn’t write it',
  'not-needed': 'It was no longer needed',
  restored: 'From a restored backup: already sent, or out of date',
  'stream-stopped': 'They don’t want e-mails of this kind',
};
