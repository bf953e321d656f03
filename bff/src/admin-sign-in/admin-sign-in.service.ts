import { Inject, Injectable } from '@nestjs/common';
import type { StaffCodeAnswer, StaffSignInAnswer } from '@ve/contracts/http/admin-sign-in';
import { writeAudit } from '@ve/data/audit-log/audit-log.repository';
import type { Context } from '@ve/data/context';
import { addSecondFactor, findSecondFactor, replaceRecoveryCodes } from '@ve/data/staff/second-factor.repository';
import { lockAdminRole } from '@ve/data/staff/staff-access.repository';
import { findStaffAccount, staffAccountOf } from '@ve/data/staff/staff-account.repository';
import {
  beginStaffSignIn,
  countWrongCode,
  endStaffSignIns,
  findStaffSignIn,
  lockStaffSignIn,
  type StaffSignInRow,
} from '@ve/data/staff/staff-sign-in.repository';
import { parseEmail } from '@ve/domain/email/parse-email';
import { newSecretToken } from '@ve/server-kit/auth/secret-token';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type SessionCookie, sessionCookie } from '../http/session-cookie.ts';
import { ClientAddresses } from '../platform/client-addresses.ts';
import { takeClientTurn } from '../platform/client-turn.ts';
import { Passwords } from '../platform/passwords.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../platform/recovery-codes.ts';
import { SecondFactors, type ShownFactor } from '../platform/second-factors.ts';
import { refillStaffTurns, takeStaffTurn } from '../platform/staff-limits.ts';
import { StaffSecrets } from '../platform/staff-secrets.ts';
import { CONFIG } from '../platform/tokens.ts';
import { newTotp } from '../platform/totp.ts';
import { type About, SignInWatch } from './sign-in-watch.ts';
import { staffByClient } from './staff-by-client.ts';

const words = {
  refused: 'Invalid credentials or insufficient privileges.',
  notAdmin: 'Access denied: Admin privileges required',
} as const;

interface Begun {
  answer: StaffSignInAnswer;
  pending: string | null;
}

interface GivenCode {
  pending: string | null;
  code: string;
}

interface Confirmed {
  answer: StaffCodeAnswer;
  session: string | null;
}

interface Accepted {
  by: ShownFactor | 'enrolment';
  recoveryCodes: string[] | null;
}

@Injectable()
export class AdminSignInService {
  readonly #session: SessionCookie;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(ClientAddresses) private readonly addresses: ClientAddresses,
    @Inject(StaffSecrets) private readonly secrets: StaffSecrets,
    @Inject(SecondFactors) private readonly factors: SecondFactors,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SignInWatch) private readonly watch: SignInWatch,
  ) {
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  /**
   * The first step: an address and a password, known or not, take as long and count alike. `pending` is the token of the
   * second step. @throws ProblemError `sign-in-attempts-exceeded`
   */
  begin(context: Context, given: { email: string; password: string }): Promise<Begun> {
    return this.watch.attempt(context, 'password', (about) => this.#begin(context, given, about));
  }

  async #begin({ em, now, client }: Context, given: { email: string; password: string }, about: About): Promise<Begun> {
    const parsed = parseEmail(given.email);
    const address = await this.addresses.nameOf(parsed.ok ? parsed.email : given.email.trim().toLowerCase());
    about.account = address;
    // Outside of any transaction: an attempt counts even if it fails.
    await takeClientTurn(em, staffByClient, await this.addresses.nameOf(client), now());
    await takeStaffTurn(em, 'staff-password', address, now());
    const account = parsed.ok ? await findStaffAccount(em, parsed.email) : null;
    const matches = await this.passwords.match(em, account, given.password);
    if (account === null || !matches) return { answer: { outcome: 'refused', message: words.refused }, pending: null };
    if (!account.isAdmin) return { answer: { outcome: 'not-admin', message: words.notAdmin }, pending: null };

    const { userId, email } = account;
    const { token, hash } = newSecretToken();
    const enrolment = (await findSecondFactor(em, userId)) ? null : newTotp(email);
    const sealedSecret = enrolment && (await this.secrets.seal(userId, enrolment.secret));
    await beginStaffSignIn(em, { userId, tokenHash: hash, sealedSecret }, now());
    return { answer: enrolment ? { outcome: 'enrol', enrolment } : { outcome: 'code' }, pending: token };
  }

  /**
   * The second step: a code, accepted once, opens a session with staff rights. `session` is the token for its cookie.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  confirm(context: Context, given: GivenCode, request: FastifyRequest): Promise<Confirmed> {
    return this.watch.attempt(context, 'code', (about) => this.#confirm(context, given, request, about));
  }

  async #confirm(
    { em, now, client }: Context,
    { pending, code }: GivenCode,
    request: FastifyRequest,
    about: About,
  ): Promise<Confirmed> {
    const ended = { answer: { outcome: 'ended' }, session: null } as const;
    await takeClientTurn(em, staffByClient, await this.addresses.nameOf(client), now());
    const waiting = pending === null ? null : await findStaffSignIn(em, pending, now());
    if (pending === null || !waiting) return ended;
    about.userId = waiting.userId;
    await takeStaffTurn(em, 'staff-code', waiting.userId, now());
    await this.secrets.ready();
    const { email } = await staffAccountOf(em, waiting.userId);
    const address = await this.addresses.nameOf(email);
    return em.transactional(async (transaction) => {
      const at = now();
      // The role may have been removed since the password.
      if (!(await lockAdminRole(transaction, waiting.userId))) return ended;
      const signIn = await lockStaffSignIn(transaction, pending, at);
      if (!signIn) return ended;
      const { userId } = signIn;
      const accepted = await this.#accept(transaction, signIn, code, at);
      if (!accepted) {
        const isLast = await countWrongCode(transaction, signIn.id);
        return isLast ? ended : { answer: { outcome: 'wrong-code' }, session: null };
      }
      await endStaffSignIns(transaction, userId);
      await refillStaffTurns(transaction, 'staff-password', address);
      await refillStaffTurns(transaction, 'staff-code', userId);
      const session = await this.#session.open(transaction, request, { userId, openedBy: 'password-totp', now: at });
      const record = { actor: email, actorUserId: userId, action: 'staff.signed-in', subject: userId };
      await writeAudit(transaction, { ...record, details: { by: accepted.by } }, at);
      return { answer: { outcome: 'signed-in', recoveryCodes: accepted.recoveryCodes }, session };
    });
  }

  async #accept(
    em: Context['em'],
    { userId, sealedSecret }: StaffSignInRow,
    code: string,
    now: Date,
  ): Promise<Accepted | null> {
    if (sealedSecret === null) {
      const by = await this.factors.accept(em, userId, code, now);
      return by && { by, recoveryCodes: null };
    }
    const step = await this.factors.stepOf(userId, sealedSecret, code, now);
    // Another browser may have enrolled meanwhile: then this secret never counts.
    if (step === null || !(await addSecondFactor(em, { userId, sealedSecret, step }, now))) return null;
    const recoveryCodes = newRecoveryCodes();
    const hashes = recoveryCodes.flatMap((each) => recoveryCodeHash(each) ?? []);
    await replaceRecoveryCodes(em, userId, hashes, now);
    return { by: 'enrolment', recoveryCodes };
  }
}
