import type { Mail, MailAnswer } from '@ve/providers/mail/mail.port';
import { exampleSettings } from '../mails/mail-examples.ts';

/** A mail server that answers by script (it takes everything by default), and what it was given. */
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
