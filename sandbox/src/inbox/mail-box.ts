/**
 * A bounce or complaint about an accepted mail; `status` is the product's response to the report, or null before one.
 */
export interface BounceOrComplaint {
  type: 'bounce' | 'complaint';
  /** For a bounce: the address will not accept mail later either. */
  permanent: boolean;
  status: number | null;
}

export interface StoredMail {
  id: string;
  /** Instant in UTC. */
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
  /** Null if the mail was delivered. */
  report: BounceOrComplaint | null;
}

export interface SandboxMailbox {
  add(mail: Omit<StoredMail, 'id' | 'links' | 'report'>): void;
  /** Calls `act` with each mail that is added from now on. */
  onAdded(act: (mail: StoredMail) => void): void;
  /** Newest first; with an address, only mails to it. */
  list(to: string | null): StoredMail[];
  find(id: string): StoredMail | null;
  clear(): void;
}

/** The maximum of stored mails: enough for a test, bounded for a week of development. */
const kept = 500;

const linkPattern = /https?:\/\/[^\s<>"]+/g;

export function createSandboxMailbox(): SandboxMailbox {
  const mails: StoredMail[] = [];
  const listeners: ((mail: StoredMail) => void)[] = [];
  let count = 0;
  return {
    add: (received) => {
      count += 1;
      const mail = { ...received, id: String(count), links: received.text.match(linkPattern) ?? [], report: null };
      mails.unshift(mail);
      if (mails.length > kept) mails.pop();
      for (const act of listeners) act(mail);
    },
    onAdded: (act) => {
      listeners.push(act);
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
