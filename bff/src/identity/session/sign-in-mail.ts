import { queueMail } from '@ve/data/messaging/mails/queue-mail';
import type { Context } from '@ve/data/kernel/context';
import { addSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import type { SubjectLimit } from '../../jobs/subject-limit.ts';

/** How often an address is mailed a link, whoever asks for it. */
export const signInMails = {
  name: 'sign-in-mail',
  open: [{ perHour: 10, burst: 5 }],
  perNetwork: { perHour: 2 },
  shared: { perHour: 6 },
  code: 'sign-in-mails-exceeded',
} as const satisfies SubjectLimit;

export interface LinkRequest {
  userId: string;
  email: string;
  /** Of the vehicle whose report it opens. Null: of none; the mail is about the address. */
  registration: string | null;
  /** Of the browser that redeems it without being asked; null: none does. */
  browserHash: string | null;
}

/** Queues a sign-in link, in the caller's transaction. */
export async function queueSignInLink(
  transaction: Context['em'],
  { email, ...request }: LinkRequest,
  queued: { now: Date; correlationId: string },
): Promise<void> {
  const id = await addSignInRequest(transaction, request, queued.now);
  await queueMail(
    transaction,
    { template: 'sign-in-link', recipient: email, subjectId: id, uniqueKey: `sign-in-link.${id}` },
    queued,
  );
}
