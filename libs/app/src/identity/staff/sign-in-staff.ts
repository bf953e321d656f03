import type { StaffSecondFactorAnswer, StaffSignInAnswer } from '@ve/contracts/http/identity/admin-sign-in';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import type { Context } from '@ve/data/kernel/context';
import { addSecondFactor, findSecondFactor } from '@ve/data/identity/staff/second-factor.repository';
import { lockIfAdmin } from '@ve/data/identity/staff/staff-access.repository';
import { findStaffAccount, type StaffAccount, staffAccountOf } from '@ve/data/identity/staff/staff-account.repository';
import {
  beginStaffSignIn,
  countWrongStaffSignInCode,
  endStaffSignIn,
  endStaffSignIns,
  findStaffSignIn,
  lockStaffSignIn,
  type StaffSignInRow,
} from '@ve/data/identity/staff/staff-sign-in.repository';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { maxWrongStaffSignInCodes } from '@ve/domain/identity/lifetimes';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { newSecretToken } from '../../kernel/secret-token.ts';
import { openBrowserSession, type SessionBrowserInfo } from '../session/open-browser-session.ts';
import type { KnownStaffBrowserService } from './known-browsers.ts';
import { issueRecoveryCodes, type AcceptedSecondFactor, type StaffCredentialService } from './staff-credentials.ts';
import {
  consumeStaffSignInLimit,
  refillStaffSignInLimits,
  staffSignInClientLimit,
  type StaffRateLimitName,
  type StaffRateLimitUse,
} from './staff-limits.ts';
import { newTotp } from './totp.ts';

const messages = {
  refused: 'Invalid credentials or insufficient privileges.',
  notAdmin: 'Access denied: Admin privileges required',
} as const;

interface Begun {
  answer: StaffSignInAnswer;
  pending: string | null;
}

export interface StaffPasswordAttempt {
  email: string;
  password: string;
  /** The mark of a known browser; null for none. */
  mark: string | null;
}

export interface StaffCodeAttempt {
  /** The token of the first step. */
  pending: string | null;
  code: string;
  browser: SessionBrowserInfo;
  /** The mark of a known browser; null for none. */
  mark: string | null;
}

interface Confirmed {
  answer: StaffSecondFactorAnswer;
  /** The token for the session cookie. */
  session: string | null;
  /** The account whose sign-in is complete: the browser is known to it from now on. */
  account: StaffAccount | null;
}

const ended: Confirmed = { answer: { outcome: 'ended' }, session: null, account: null };
const wrongCode: Confirmed = { answer: { outcome: 'wrong-code' }, session: null, account: null };

interface Accepted {
  by: AcceptedSecondFactor | 'enrolment';
  recoveryCodes: string[] | null;
}

/** The account or address of an attempt, for alarms: never an e-mail address, only its keyed hash. */
export interface StaffSignInAttemptSubject {
  account?: string;
  userId?: string;
}

/** Watches attempts to sign in as staff. */
export interface StaffSignInAttemptWatcher {
  /**
   * Runs an attempt, outside any transaction; `run` fills in what the attempt is about once known.
   * @throws what `run` throws
   */
  attempt<T extends { answer: { outcome: string } }>(
    context: Context,
    step: 'password' | 'code' | 'break-glass',
    run: (about: StaffSignInAttemptSubject) => Promise<T>,
  ): Promise<T>;
}

export interface StaffSignInDeps {
  addresses: ClientAddressHasher;
  browsers: KnownStaffBrowserService;
  credentials: StaffCredentialService;
  attempts: StaffSignInAttemptWatcher;
}

/** Signs staff in by password and second factor. */
export class StaffSignInService {
  readonly #deps: StaffSignInDeps;

  constructor(deps: StaffSignInDeps) {
    this.#deps = deps;
  }

  /**
   * The first step: address and password. Known and unknown addresses take the same time and count equally. `pending`
   * is the token of the second step.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  begin(context: Context, given: StaffPasswordAttempt): Promise<Begun> {
    return this.#deps.attempts.attempt(context, 'password', (about) => this.#begin(context, given, about));
  }

  async #begin(
    context: Context,
    { email: typed, password, mark }: StaffPasswordAttempt,
    about: StaffSignInAttemptSubject,
  ): Promise<Begun> {
    const { em, now } = context;
    const { addresses, browsers, credentials } = this.#deps;
    const parsed = parseEmail(typed);
    const address = await addresses.nameOf(parsed.ok ? parsed.email : typed.trim().toLowerCase());
    about.account = address;
    const account = parsed.ok ? await findStaffAccount(em, parsed.email) : null;
    const knownBrowser = await browsers.idOf(mark, account);
    await this.#count(context, 'password', { subject: address, knownBrowser });
    const matches = await credentials.isPassword(em, account, password);
    if (account === null || !matches)
      return { answer: { outcome: 'refused', message: messages.refused }, pending: null };
    if (!account.isAdmin) return { answer: { outcome: 'not-admin', message: messages.notAdmin }, pending: null };

    const { userId, email } = account;
    const { token, hash } = newSecretToken();
    const enrolment = (await findSecondFactor(em, userId)) ? null : newTotp(email);
    const sealedSecret = enrolment && (await credentials.seal(userId, enrolment.secret));
    await beginStaffSignIn(em, { userId, tokenHash: hash, sealedSecret }, now());
    return { answer: enrolment ? { outcome: 'enrol', enrolment } : { outcome: 'code' }, pending: token };
  }

  /**
   * Counts an attempt before anything is hashed or compared, outside any transaction, so that it counts even if it
   * fails. Attempts of other clients from a known browser's network do not use up the browser's own attempts.
   */
  async #count(
    { em, now, client }: Context,
    limit: StaffRateLimitName,
    use: Omit<StaffRateLimitUse, 'network'>,
  ): Promise<void> {
    const { addresses } = this.#deps;
    if (use.knownBrowser === null)
      await consumeClientLimit(em, { limit: staffSignInClientLimit, client: await addresses.nameOf(client) }, now());
    const network = await addresses.networkOf(client);
    await consumeStaffSignInLimit(em, { limit, use: { ...use, network } }, now());
  }

  /**
   * The second step: a code, accepted once, opens a session with staff rights.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  confirm(context: Context, given: StaffCodeAttempt): Promise<Confirmed> {
    return this.#deps.attempts.attempt(context, 'code', (about) => this.#confirm(context, given, about));
  }

  async #confirm(
    context: Context,
    { pending, code, browser, mark }: StaffCodeAttempt,
    about: StaffSignInAttemptSubject,
  ): Promise<Confirmed> {
    const { em, now, client } = context;
    const { addresses, browsers, credentials } = this.#deps;
    const waiting = pending === null ? null : await findStaffSignIn(em, pending, now());
    if (pending === null || !waiting) {
      await consumeClientLimit(em, { limit: staffSignInClientLimit, client: await addresses.nameOf(client) }, now());
      return ended;
    }
    about.userId = waiting.userId;
    const before = await staffAccountOf(em, waiting.userId);
    const knownBrowser = await browsers.idOf(mark, before);
    await this.#count(context, 'code', { subject: waiting.userId, knownBrowser });
    await credentials.ready();
    const address = await addresses.nameOf(before.email);
    return em.transactional(async (transaction) => {
      const at = now();
      // The role may have been removed since the first step.
      if (!(await lockIfAdmin(transaction, waiting.userId))) return ended;
      const signIn = await lockStaffSignIn(transaction, pending, at);
      if (!signIn) return ended;
      const { userId } = signIn;
      const accepted = await this.#accept(transaction, { signIn, code }, at);
      if (!accepted) {
        if ((await countWrongStaffSignInCode(transaction, signIn.id)) < maxWrongStaffSignInCodes) return wrongCode;
        await endStaffSignIn(transaction, signIn.id);
        return ended;
      }
      await endStaffSignIns(transaction, userId);
      await refillStaffSignInLimits(transaction, 'password', { subject: address, knownBrowser });
      await refillStaffSignInLimits(transaction, 'code', { subject: userId, knownBrowser });
      const session = await openBrowserSession(transaction, browser, { userId, openedBy: 'password-totp', now: at });
      const account = await staffAccountOf(transaction, userId);
      const record = { actor: account.email, actorUserId: userId, action: 'staff.signed-in', subject: userId };
      await writeAuditEntry(transaction, { ...record, details: { by: accepted.by } }, at);
      return { answer: { outcome: 'signed-in', recoveryCodes: accepted.recoveryCodes }, session, account };
    });
  }

  async #accept(
    em: Context['em'],
    { signIn: { userId, sealedSecret }, code }: { signIn: StaffSignInRow; code: string },
    now: Date,
  ): Promise<Accepted | null> {
    if (sealedSecret === null) {
      const by = await this.#deps.credentials.accept(em, { userId, code }, now);
      return by && { by, recoveryCodes: null };
    }
    const step = await this.#deps.credentials.totpStepOf({ userId, sealedSecret, code }, now);
    // Another browser may have enrolled meanwhile: then this secret is never used.
    if (step === null || !(await addSecondFactor(em, { userId, sealedSecret, step }, now))) return null;
    return { by: 'enrolment', recoveryCodes: await issueRecoveryCodes(em, userId, now) };
  }
}
