import type {
  EmailConfirmationOutcome,
  SignInLinkRedemption,
  SignInRequestAnswer,
  SignInForm,
  SignInLink,
} from '@ve/contracts/http/identity/auth';
import type { Context } from '@ve/data/kernel/context';
import {
  addDefaultRole,
  findCustomerForSignIn,
  findSignInLink,
  findSignInLinkLockingUser,
  markSignInLinkRedeemed,
  addSignInRequest,
} from '@ve/data/identity/session/sign-in.repository';
import { findEmailOfUser } from '@ve/data/identity/user/user.repository';
import { mailedLinkState } from '@ve/domain/identity/mailed-link';
import { maskEmail } from '@ve/domain/kernel/email/mask-email';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { secretTokenHash } from '../../kernel/secret-token.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { confirmEmailAddress } from './confirm-email-address.ts';
import { openBrowserSession, type SessionBrowserInfo } from './open-browser-session.ts';
import { type SubjectLimit, consumeSubjectLimit } from '../../jobs/subject-limit.ts';
import { queueMail } from '../../messaging/queue-message.ts';

/** Limits attempts of one client, over all addresses. */
const byClient = { name: 'sign-in', perHour: 30, code: 'sign-in-attempts-exceeded' } as const;
/** Limits attempts with one address over all clients: more attempts could guess its vehicle. */
const byAddress = {
  name: 'sign-in-address',
  open: [{ perHour: 20, burst: 10 }],
  perNetwork: { perHour: 3 },
  shared: { perHour: 20 },
  code: 'sign-in-attempts-exceeded',
} as const satisfies SubjectLimit;

/** Signs customers in by a mailed link. */
export class SignInLinkService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Queues a sign-in link for the customer with this address and vehicle. `browserHash` identifies the requesting
   * browser, which later redeems the link without confirmation.
   * @throws ProblemError `sign-in-attempts-exceeded`, whether or not the attempts matched; `sign-in-mails-exceeded`
   */
  async request(
    context: Context,
    { email, registration }: SignInForm,
    browserHash: string,
  ): Promise<SignInRequestAnswer> {
    const { em, now, correlationId, client } = context;
    const sender = await this.addresses.nameOf(client);
    const use = await this.addresses.limitUseOf(email, client);
    // Outside the transaction: an attempt counts even if it fails.
    await consumeClientLimit(em, { limit: byClient, client: sender }, now());
    await consumeSubjectLimit(em, { limit: byAddress, use }, now());
    return em.transactional(async (transaction) => {
      const at = now();
      const userId = await findCustomerForSignIn(transaction, { email, registration });
      if (userId === null) return { outcome: 'no-match', message: noMatch(email, registration) };
      await consumeSubjectLimit(transaction, { limit: signInMailLimit, use }, at);
      await queueSignInLink(transaction, { userId, email, registration, browserHash }, { now: at, correlationId });
      return { outcome: 'sent' };
    });
  }

  /**
   * Queues a sign-in link that confirms the signed-in user's address; does nothing if it is confirmed.
   * @throws ProblemError `sign-in-mails-exceeded`; `sign-in-required` when the account was deleted meanwhile
   */
  async requestConfirmation(
    { em, now, correlationId, client }: Context,
    userId: string,
    browserHash: string,
  ): Promise<EmailConfirmationOutcome> {
    const address = await findEmailOfUser(em, userId);
    if (address === null) throw new ProblemError('sign-in-required');
    const { email, isConfirmed } = address;
    if (isConfirmed) return { outcome: 'confirmed' };
    const use = await this.addresses.limitUseOf(email, client);
    return em.transactional(async (transaction) => {
      const at = now();
      await consumeSubjectLimit(transaction, { limit: signInMailLimit, use }, at);
      await queueSignInLink(
        transaction,
        { userId, email, registration: null, browserHash },
        { now: at, correlationId },
      );
      return { outcome: 'sent' };
    });
  }

  /** Reads a link without redeeming it. The database is queried only for well-formed tokens. */
  async readLink({ em, now }: Context, token: string, browserHash: string | null): Promise<SignInLink> {
    const hash = secretTokenHash(token);
    const link = hash === null ? null : await findSignInLink(em, hash);
    if (link === null) return { outcome: 'expired' };
    const state = mailedLinkState(link, now());
    if (state !== 'valid') return { outcome: state };
    const sameBrowser = browserHash !== null && link.browserHash === browserHash;
    return { outcome: 'valid', sameBrowser, emailHint: maskEmail(link.email) };
  }

  /**
   * Redeems a link, once: verifies the address, ends every other link of the user and, if the address was not verified
   * before, every session. `session` is the token for the browser's cookie.
   */
  async redeem(
    { em, now }: Context,
    token: string,
    browser: SessionBrowserInfo,
  ): Promise<{ answer: SignInLinkRedemption; session: string | null }> {
    const hash = secretTokenHash(token);
    if (hash === null) return { answer: { outcome: 'expired' }, session: null };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await findSignInLinkLockingUser(transaction, hash);
      if (link === null) return { answer: { outcome: 'expired' }, session: null };
      const state = mailedLinkState(link, at);
      if (state !== 'valid') return { answer: { outcome: state }, session: null };
      const { userId, registration } = link;
      await markSignInLinkRedeemed(transaction, link, at);
      await confirmEmailAddress(transaction, link, at);
      await addDefaultRole(transaction, userId, at);
      const session = await openBrowserSession(transaction, browser, { userId, openedBy: 'link', now: at });
      return { answer: { outcome: 'signed-in', registration }, session };
    });
  }
}

const noMatch = (email: string, registration: string): string =>
  `We have no account for ${email} with the vehicle ${formatRegistration(registration)}. Check both, or sign up if you are new.`;

/** Limits the sign-in links mailed to one address, over all requesting clients. */
export const signInMailLimit = {
  name: 'sign-in-mail',
  open: [{ perHour: 10, burst: 5 }],
  perNetwork: { perHour: 2 },
  shared: { perHour: 6 },
  code: 'sign-in-mails-exceeded',
} as const satisfies SubjectLimit;

export interface SignInLinkRequest {
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
  { email, ...request }: SignInLinkRequest,
  queued: { now: Date; correlationId: string },
): Promise<void> {
  const id = await addSignInRequest(transaction, request, queued.now);
  await queueMail(transaction, { template: 'sign-in-link', recipient: email, subjectId: id }, queued);
}
