import { queueMail } from '../../messaging/queue-message.ts';
import type { Context } from '@ve/data/kernel/context';
import { addSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import type { SubjectLimit } from '../../jobs/subject-limit.ts';

/** Limits the sign-in links mailed to one address, over all requesting clients. */
export const signInMailLimit = {
  name: 'sign-in-mail',
  open: [{ perHour: 10, burst: 5 }],
  perNetwork: { perHour: 2 },
  shared: { perHour: 6 },
  code: 'sign-in-mails-exceeded',
} as const satisfies SubjectLimit;

export interface LinkRequest {
  userId: string;
  email: string;
  /** The vehicle whose report the link opens; null for a link about the address itself. */
  registration: string | null;
  /** The browser that redeems the link without confirmation; null for none. */
  browserHash: string | null;
}

/** Queues a sign-in link, in the caller's transaction. */
export async function queueSignInLink(
  transaction: Context['em'],
  { email, ...request }: LinkRequest,
  queued: { now: Date; correlationId: string },
): Promise<void> {
  const id = await addSignInRequest(transaction, request, queued.now);
  await queueMail(transaction, { template: 'sign-in-link', recipient: email, subjectId: id }, queued);
}
