import { createContext } from 'react';

/** What the reader of a mail can end, for the foot of the mail. */
export interface ReaderMembership {
  kind: 'trial' | 'membership';
  /** When it ends, if it is cancelled already. */
  endsAt: Date | null;
  /** Where its signed cancel link leads. */
  cancelUrl: string;
}

/** Read by the frame of every mail, so that no template can leave the link out. Null: the reader has nothing to end. */
export const ReaderMembershipContext = createContext<ReaderMembership | null>(null);
