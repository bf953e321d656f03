import type {
  PendingEmailChange,
  EmailChangeAnswer,
  EmailChangeConfirmed,
  EmailChangeLink,
  EmailChangeStopped,
} from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '../messaging/queue-message.ts';
import {
  addEmailChange,
  recordEmailChangeConfirmation,
  type EmailChangeLinkRow,
  type EmailChangeRow,
  endPendingEmailChanges,
  findEmailChangeLink,
  finishEmailChange,
  findEmailChangeLinkLockingUser,
  setAccountEmail,
} from '@ve/data/identity/email-change/email-change.repository';
import { emailChangeLinkState } from '@ve/domain/identity/email-change';
import { emailChangeLinkLifetimeMs } from '@ve/domain/identity/lifetimes';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { copyMailOptOuts } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { liftMailSuppressionAfterDelivery } from '@ve/data/messaging/mails/mail-suppression.repository';
import { redirectPendingMails } from '@ve/data/messaging/mails/mail.repository';
import { deleteUnconfirmedAccountDeletions } from '@ve/data/privacy/my-data/account-deletion.repository';
import { endUserSessions, type SessionRow } from '@ve/data/identity/session/session.repository';
import { deleteSignInRequests } from '@ve/data/identity/session/sign-in.repository';
import { findProfile } from '@ve/data/membership/profile/profile.repository';
import { maskEmail } from '@ve/domain/kernel/email/mask-email';
import type { ClientAddressHasher } from '../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { type SubjectLimit, consumeSubjectLimit } from '../jobs/subject-limit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { secretTokenHash } from '../kernel/secret-token.ts';

/** Limits the mails caused by one account: two per request. */
const byUser = { name: 'email-change', perHour: 5 } as const;
/** Limits the mails to one new address, over all accounts. */
const byAddress = {
  name: 'email-change-address',
  open: [{ perHour: 3 }],
  perNetwork: { perHour: 1 },
  shared: { perHour: 3 },
} as const satisfies SubjectLimit;

/** A pending change, for its account. */
export const toEmailChange = ({
  newEmail,
  oldConfirmedAt,
  newConfirmedAt,
  createdAt,
}: Omit<EmailChangeRow, 'finishedAt'>): PendingEmailChange => ({
  newEmail,
  oldConfirmed: oldConfirmedAt !== null,
  newConfirmed: newConfirmedAt !== null,
  expiresAt: new Date(createdAt.getTime() + emailChangeLinkLifetimeMs).toISOString(),
});

/** Changes of an account's e-mail address, which both addresses confirm by a mailed link. */
export class EmailChangeService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Mails both addresses a link to confirm a new one. The statements are the same whether or not the new address has an
   * account: the builder of its mail decides what it says.
   * @throws ProblemError `too-many-requests`
   */
  async request(
    { em, now, correlationId, client }: Context,
    { userId, email }: { userId: string; email: string },
  ): Promise<EmailChangeAnswer> {
    const use = await this.addresses.limitUseOf(email, client);
    return em.transactional(async (transaction) => {
      const at = now();
      const profile = await findProfile(transaction, userId);
      if (!profile) throw new ProblemError('sign-in-required');
      if (profile.email === email) return { outcome: 'same' };
      await consumeClientLimit(transaction, { limit: byUser, client: userId }, at);
      await consumeSubjectLimit(transaction, { limit: byAddress, use }, at);
      const change = { userId, oldEmail: profile.email, newEmail: email };
      const id = await addEmailChange(transaction, change, at);
      for (const [template, recipient] of [
        ['email-change-old', profile.email],
        ['email-change-new', email],
      ] as const) {
        const mail = { template, recipient, subjectId: id };
        await queueMail(transaction, mail, { now: at, correlationId });
      }
      const row = { id, ...change, oldConfirmedAt: null, newConfirmedAt: null, createdAt: at };
      return { outcome: 'asked', emailChange: toEmailChange(row) };
    });
  }

  /** Reads a link without confirming anything. The database is queried only for well-formed tokens. */
  async read({ em, now }: Context, { token }: { token: string }): Promise<EmailChangeLink> {
    const hash = secretTokenHash(token);
    const link = hash === null ? null : await findEmailChangeLink(em, hash);
    if (link === null) return { outcome: 'ended' };
    const state = emailChangeLinkState(link, now());
    if (state === 'ended' || state === 'changed') return { outcome: state };
    const { side, oldEmail, newEmail } = link;
    const from = side === 'old' ? oldEmail : maskEmail(oldEmail);
    return { outcome: 'open', side, from, to: newEmail, confirmed: state === 'confirmed' };
  }

  /**
   * Confirms by one of the two addresses. After the second, the new address applies: every session ends except the
   * confirming browser's own, both addresses are notified, and a job updates Stripe's customer, so that the change does
   * not depend on Stripe.
   */
  async confirm(
    { em, now, correlationId }: Context,
    { token, session }: { token: string; session: SessionRow | null },
  ): Promise<EmailChangeConfirmed> {
    const hash = secretTokenHash(token);
    if (hash === null) return { outcome: 'ended' };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await findEmailChangeLinkLockingUser(transaction, hash);
      if (link === null) return { outcome: 'ended' };
      const state = emailChangeLinkState(link, at);
      if (state === 'ended' || state === 'changed') return { outcome: state };
      if (state === 'confirmed') return { outcome: 'waiting' };
      if ((link.side === 'old' ? link.newConfirmedAt : link.oldConfirmedAt) === null) {
        await recordEmailChangeConfirmation(transaction, { id: link.id, side: link.side }, at);
        return { outcome: 'waiting' };
      }
      if (!(await applyEmailChange(transaction, link, at))) return { outcome: 'taken' };
      await recordEmailChangeConfirmation(transaction, { id: link.id, side: link.side }, at);
      await endChange(transaction, link, { session, now: at, correlationId });
      return { outcome: 'changed' };
    });
  }

  /**
   * Stops the change. By the link to the account's own address, every session ends too: another person was signed in.
   */
  async stop({ em, now }: Context, { token }: { token: string }): Promise<EmailChangeStopped> {
    const hash = secretTokenHash(token);
    if (hash === null) return { outcome: 'ended' };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await findEmailChangeLinkLockingUser(transaction, hash);
      if (link === null) return { outcome: 'ended' };
      const state = emailChangeLinkState(link, at);
      if (state === 'ended' || state === 'changed') return { outcome: state };
      await endPendingEmailChanges(transaction, link.userId, at);
      if (link.side === 'old') await endUserSessions(transaction, { userId: link.userId }, at);
      return { outcome: 'stopped' };
    });
  }
}

/**
 * Sets the new address of the account and its customer, with the opt-outs and pending mails of the old one. Links to
 * sign in or to delete the account that were mailed to the old address become invalid. False, with the change ended,
 * when the new address has an account by now.
 */
const applyEmailChange = async (
  em: Context['em'],
  { id, userId, oldEmail, newEmail }: EmailChangeRow,
  now: Date,
): Promise<boolean> => {
  await finishEmailChange(em, id, now);
  if (!(await setAccountEmail(em, { userId, newEmail }, now))) return false;
  const addresses = { from: oldEmail, to: newEmail };
  await copyMailOptOuts(em, addresses);
  // The owner of the new address has opened the link that was mailed to it.
  await liftMailSuppressionAfterDelivery(em, newEmail, now);
  await redirectPendingMails(em, addresses);
  await deleteSignInRequests(em, userId);
  await deleteUnconfirmedAccountDeletions(em, userId);
  return true;
};

/** What follows a completed change, in its transaction. */
const endChange = async (
  em: Context['em'],
  { id, userId, oldEmail, newEmail }: EmailChangeLinkRow,
  { session, now, correlationId }: { session: SessionRow | null; now: Date; correlationId: string },
): Promise<void> => {
  await endUserSessions(em, { userId, except: session?.user.id === userId ? session.id : null }, now);
  for (const [to, recipient] of [
    ['old', oldEmail],
    ['new', newEmail],
  ] as const) {
    const mail = { template: 'email-changed', recipient, subjectId: id, occasion: `${to}.${id}` } as const;
    await queueMail(em, mail, { now, correlationId });
  }
  await addToOutbox(em, { jobName: 'customers.sync', payload: { userId, changeId: id, correlationId } }, { now });
};
