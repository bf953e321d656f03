import { createContext } from 'react';

/** The membership that the reader of a mail can cancel, for the foot of the mail. */
export interface ReaderMembership {
  kind: 'trial' | 'membership';
  /** When it ends, or null if it is not cancelled. */
  endsAt: Date | null;
  /** URL of its signed cancel link. */
  cancelUrl: string;
}

/** Read by the frame of every mail, so that no template can leave the link out. Null: the reader has no membership. */
export const ReaderMembershipContext = createContext<ReaderMembership | null>(null);
