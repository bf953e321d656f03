import { Inject, Injectable } from '@nestjs/common';
import type {
  AddressConfirmation,
  SignedIn,
  SignInAnswer,
  SignInForm,
  SignInLink,
} from '@ve/contracts/http/identity/auth';
import type { Context } from '@ve/data/kernel/context';
import { findProfile } from '@ve/data/membership/profile/profile.repository';
import {
  addDefaultRole,
  confirmAddress,
  findCustomerForSignIn,
  findSignInLink,
  lockSignInLink,
  useSignInLink,
} from '@ve/data/identity/session/sign-in.repository';
import { emailHint } from '@ve/domain/kernel/email/email-hint';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type SessionCookie, sessionCookie } from '../session/session-cookie.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { queueSignInLink, signInMails } from '@ve/app/identity/session/sign-in-mail';
import { type SubjectLimit, consumeSubjectLimit } from '@ve/app/jobs/subject-limit';
import { CONFIG } from '../../platform/tokens.ts';

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

@Injectable()
export class AuthService {
  readonly #session: SessionCookie;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(ClientAddresses) private readonly addresses: ClientAddresses,
  ) {
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  /**
   * Queues a sign-in link for the customer with this address and vehicle. `browserHash` identifies the requesting
   * browser, which later redeems the link without confirmation.
   * @throws ProblemError `sign-in-attempts-exceeded`, whether or not the attempts matched; `sign-in-mails-exceeded`
   */
  async request(context: Context, { email, registration }: SignInForm, browserHash: string): Promise<SignInAnswer> {
    const { em, now, correlationId, client } = context;
    const sender = await this.addresses.nameOf(client);
    const use = await this.addresses.useOf(email, client);
    // Outside the transaction: an attempt counts even if it fails.
    await consumeClientLimit(em, byClient, sender, now());
    await consumeSubjectLimit({ em, now: now() }, byAddress, use);
    return em.transactional(async (transaction) => {
      const at = now();
      const userId = await findCustomerForSignIn(transaction, { email, registration });
      if (userId === null) return { outcome: 'no-match', message: noMatch(email, registration) };
      await consumeSubjectLimit({ em: transaction, now: at }, signInMails, use);
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
  ): Promise<AddressConfirmation> {
    const profile = await findProfile(em, userId);
    if (!profile) throw new ProblemError('sign-in-required');
    const { email, emailConfirmed } = profile;
    if (emailConfirmed) return { outcome: 'confirmed' };
    const use = await this.addresses.useOf(email, client);
    return em.transactional(async (transaction) => {
      const at = now();
      await consumeSubjectLimit({ em: transaction, now: at }, signInMails, use);
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
    const link = hash === null ? null : await findSignInLink(em, hash, now());
    if (link?.state !== 'valid') return { outcome: link?.state ?? 'expired' };
    const sameBrowser = browserHash !== null && link.browserHash === browserHash;
    return { outcome: 'valid', sameBrowser, emailHint: emailHint(link.email) };
  }

  /**
   * Redeems a link, once: verifies the address, ends every other link of the user and, if the address was not verified
   * before, every session. `session` is the token for the browser's cookie.
   */
  async redeem(
    { em, now }: Context,
    token: string,
    request: FastifyRequest,
  ): Promise<{ answer: SignedIn; session: string | null }> {
    const hash = secretTokenHash(token);
    if (hash === null) return { answer: { outcome: 'expired' }, session: null };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await lockSignInLink(transaction, hash, at);
      if (link?.state !== 'valid') return { answer: { outcome: link?.state ?? 'expired' }, session: null };
      const { userId, registration } = link;
      await useSignInLink(transaction, link, at);
      await confirmAddress(transaction, userId, at);
      await addDefaultRole(transaction, userId, at);
      const session = await this.#session.open(transaction, request, { userId, openedBy: 'link', now: at });
      return { answer: { outcome: 'signed-in', registration }, session };
    });
  }
}

const noMatch = (email: string, registration: string): string =>
  `We have no account for ${email} with the vehicle ${formatRegistration(registration)}. Check both, or sign up if you are new.`;
