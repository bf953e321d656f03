import type { OutgoingMail, MailSendResult } from '@ve/providers/mail/mail.port';
import { exampleMailSettings } from '../messaging/mails/mail-examples.ts';

/** A scripted mail server (accepts everything by default) and the mails that it received. */
export const scriptedMail = (
  script: (call: number) => MailSendResult | Promise<MailSendResult> = () => ({ state: 'accepted' }),
) => {
  const given: OutgoingMail[] = [];
  const mail = {
    send: (each: OutgoingMail) => {
      given.push(each);
      return Promise.resolve(script(given.length));
    },
  };
  return { mail, given, mailSettings: exampleMailSettings, mailLeaseMs: 45_000 };
};
