export interface KeptMail {
  id: string;
  /** Instant, UTC. */
  at: string;
  /** Who the envelope named: a mail's own header may say otherwise. */
  to: string[];
  from: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
  /** Every address in the plain text, for a test or a click. */
  links: string[];
}

export interface MailBox {
  add(mail: Omit<KeptMail, 'id' | 'links'>): void;
  /** Newest first; with an address, only what went to it. */
  list(to: string | null): KeptMail[];
  find(id: string): KeptMail | null;
  clear(): void;
}

/** Mails kept: enough for a test, bounded for a week of development. */
const kept = 500;

const linkPattern = /https?:\/\/[^\s<>"]+/g;

/** The mails that came, in memory alone. */
export function createMailBox(): MailBox {
  const mails: KeptMail[] = [];
  let count = 0;
  return {
    add: (mail) => {
      count += 1;
      mails.unshift({ ...mail, id: String(count), links: mail.text.match(linkPattern) ?? [] });
      if (mails.length > kept) mails.pop();
    },
    list: (to) => {
      const address = to?.trim().toLowerCase();
      return mails.filter((mail) => address === undefined || mail.to.includes(address));
    },
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    clear: () => {
      mails.length = 0;
    },
  };
}
