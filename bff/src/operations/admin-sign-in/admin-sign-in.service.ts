import { Inject, Injectable } from '@nestjs/common';
import type { StaffCodeAnswer, StaffSignInAnswer } from '@ve/contracts/http/identity/admin-sign-in';
import { writeAudit } from '@ve/data/identity/audit-log/audit-log.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  addSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
} from '@ve/data/identity/staff/second-factor.repository';
import { lockAdminRole } from '@ve/data/identity/staff/staff-access.repository';
import { findStaffAccount, type StaffAccount, staffAccountOf } from '@ve/data/identity/staff/staff-account.repository';
import {
  beginStaffSignIn,
  countWrongCode,
  endStaffSignIns,
  findStaffSignIn,
  lockStaffSignIn,
  type StaffSignInRow,
} from '@ve/data/identity/staff/staff-sign-in.repository';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type SessionCookie, sessionCookie } from '../../identity/session/session-cookie.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { KnownBrowsers } from '../../identity/session/known-browsers.ts';
import { Passwords } from '../../identity/staff/passwords.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../identity/staff/recovery-codes.ts';
import { SecondFactors, type ShownSecondFactor } from '../../identity/staff/second-factors.ts';
import {
  refillStaffLimits,
  type StaffLimit,
  type StaffUse,
  consumeStaffLimit,
} from '../../identity/staff/staff-limits.ts';
import { StaffSecrets } from '../../identity/staff/staff-secrets.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { newTotp } from '../../identity/staff/totp.ts';
import { type About, SignInAlarm } from './sign-in-alarm.ts';
import { staffByClient } from './staff-by-client.ts';

const messages = {
  refused: 'Invalid credentials or insufficient privileges.',
  notAdmin: 'Access denied: Admin privileges required',
} as const;

interface Begun {
  answer: StaffSignInAnswer;
  pending: string | null;
}

interface GivenPassword {
  email: string;
  password: string;
}

interface GivenCode {
  pending: string | null;
  code: string;
}

interface Confirmed {
  answer: StaffCodeAnswer;
  /** The token for the session cookie. */
  session: string | null;
  /** The account whose sign-in is complete: the browser is known to it from now on. */
  account: StaffAccount | null;
}

const ended: Confirmed = { answer: { outcome: 'ended' }, session: null, account: null };
const wrongCode: Confirmed = { answer: { outcome: 'wrong-code' }, session: null, account: null };

interface Accepted {
  by: ShownSecondFactor | 'enrolment';
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
    @Inject(KnownBrowsers) private readonly browsers: KnownBrowsers,
    @Inject(SignInAlarm) private readonly watch: SignInAlarm,
  ) {
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  /**
   * The first step: address and password. Known and unknown addresses take the same time and count equally. `pending`
   * is the token of the second step.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  begin(context: Context, given: GivenPassword, request: FastifyRequest): Promise<Begun> {
    return this.watch.attempt(context, 'password', (about) => this.#begin(context, given, request, about));
  }

  async #begin(
    context: Context,
    { email: typed, password }: GivenPassword,
    request: FastifyRequest,
    about: About,
  ): Promise<Begun> {
    const { em, now } = context;
    const parsed = parseEmail(typed);
    const address = await this.addresses.nameOf(parsed.ok ? parsed.email : typed.trim().toLowerCase());
    about.account = address;
    const account = parsed.ok ? await findStaffAccount(em, parsed.email) : null;
    const knownBrowser = await this.browsers.idOf(request, account);
    await this.#count(context, 'password', { subject: address, knownBrowser });
    const matches = await this.passwords.match(em, account, password);
    if (account === null || !matches)
      return { answer: { outcome: 'refused', message: messages.refused }, pending: null };
    if (!account.isAdmin) return { answer: { outcome: 'not-admin', message: messages.notAdmin }, pending: null };

    const { userId, email } = account;
    const { token, hash } = newSecretToken();
    const enrolment = (await findSecondFactor(em, userId)) ? null : newTotp(email);
    const sealedSecret = enrolment && (await this.secrets.seal(userId, enrolment.secret));
    await beginStaffSignIn(em, { userId, tokenHash: hash, sealedSecret }, now());
    return { answer: enrolment ? { outcome: 'enrol', enrolment } : { outcome: 'code' }, pending: token };
  }

  /**
   * Counts an attempt before anything is hashed or compared, outside any transaction, so that it counts even if it
   * fails. Attempts of other clients from a known browser's network do not use up the browser's own attempts.
   */
  async #count({ em, now, client }: Context, limit: StaffLimit, use: Omit<StaffUse, 'network'>): Promise<void> {
    if (use.knownBrowser === null)
      await consumeClientLimit(em, staffByClient, await this.addresses.nameOf(client), now());
    await consumeStaffLimit({ em, now: now() }, limit, { ...use, network: await this.addresses.networkOf(client) });
  }

  /**
   * The second step: a code, accepted once, opens a session with staff rights.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  confirm(context: Context, given: GivenCode, request: FastifyRequest): Promise<Confirmed> {
    return this.watch.attempt(context, 'code', (about) => this.#confirm(context, given, request, about));
  }

  async #confirm(
    context: Context,
    { pending, code }: GivenCode,
    request: FastifyRequest,
    about: About,
  ): Promise<Confirmed> {
    const { em, now, client } = context;
    const waiting = pending === null ? null : await findStaffSignIn(em, pending, now());
    if (pending === null || !waiting) {
      await consumeClientLimit(em, staffByClient, await this.addresses.nameOf(client), now());
      return ended;
    }
    about.userId = waiting.userId;
    const before = await staffAccountOf(em, waiting.userId);
    const knownBrowser = await this.browsers.idOf(request, before);
    await this.#count(context, 'code', { subject: waiting.userId, knownBrowser });
    await this.secrets.ready();
    const address = await this.addresses.nameOf(before.email);
    return em.transactional(async (transaction) => {
      const at = now();
      // The role may have been removed since the first step.
      if (!(await lockAdminRole(transaction, waiting.userId))) return ended;
      const signIn = await lockStaffSignIn(transaction, pending, at);
      if (!signIn) return ended;
      const { userId } = signIn;
      const accepted = await this.#accept(transaction, signIn, code, at);
      if (!accepted) return (await countWrongCode(transaction, signIn.id)) ? ended : wrongCode;
      await endStaffSignIns(transaction, userId);
      await refillStaffLimits(transaction, 'password', { subject: address, knownBrowser });
      await refillStaffLimits(transaction, 'code', { subject: userId, knownBrowser });
      const session = await this.#session.open(transaction, request, { userId, openedBy: 'password-totp', now: at });
      const account = await staffAccountOf(transaction, userId);
      const record = { actor: account.email, actorUserId: userId, action: 'staff.signed-in', subject: userId };
      await writeAudit(transaction, { ...record, details: { by: accepted.by } }, at);
      return { answer: { outcome: 'signed-in', recoveryCodes: accepted.recoveryCodes }, session, account };
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
    const step = await this.factors.totpStepOf(userId, sealedSecret, code, now);
    // Another browser may have enrolled meanwhile: then this secret is never used.
    if (step === null || !(await addSecondFactor(em, { userId, sealedSecret, step }, now))) return null;
    const recoveryCodes = newRecoveryCodes();
    const hashes = recoveryCodes.flatMap((each) => recoveryCodeHash(each) ?? []);
    await replaceRecoveryCodes(em, userId, hashes, now);
    return { by: 'enrolment', recoveryCodes };
  }
}
