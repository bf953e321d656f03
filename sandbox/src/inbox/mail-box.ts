export interface KeptMail {
  id: string;
  /** Instant, UTC. */
  at: string;
  /** The envelope recipients, which may differ from the header. */
  to: string[];
  from: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
  /** Every URL in the plain text, for tests and for clicking. */
  links: string[];
}

export interface MailBox {
  add(mail: Omit<KeptMail, 'id' | 'links'>): void;
  /** Newest first; with an address, only mails to it. */
  list(to: string | null): KeptMail[];
  find(id: string): KeptMail | null;
  clear(): void;
}

/** Mails kept: enough for a test, bounded for a week of development. */
const kept = 500;

const linkPattern = /https?:\/\/[^\s<>"]+/g;

/** Received mails, in memory only. */
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
