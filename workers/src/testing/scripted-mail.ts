import type { Mail, MailAnswer } from '@ve/providers/mail/mail.port';
import { exampleSettings } from '../messaging/mails/mail-examples.ts';

/** A scripted mail server (accepts everything by default) and the mails that it received. */
export const scriptedMail = (
  script: (call: number) => MailAnswer | Promise<MailAnswer> = () => ({ state: 'accepted' }),
) => {
  const given: Mail[] = [];
  const mail = {
    send: (each: Mail) => {
      given.push(each);
      return Promise.resolve(script(given.length));
    },
  };
  return { mail, given, mailSettings: exampleSettings, mailLeaseMs: 45_000 };
};
