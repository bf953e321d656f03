import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type {
  beginStaffSecondFactorChangeEndpoint,
  changeStaffPasswordEndpoint,
  confirmStaffSecondFactorChangeEndpoint,
  renewRecoveryCodesEndpoint,
  StaffSignInMethods,
} from '@ve/contracts/http/identity/admin-security';
import type { Actor, Context } from '@ve/data/kernel/context';
import {
  countUnusedRecoveryCodes,
  findSecondFactor,
  storeProposedSecondFactor,
  replaceSecondFactorByProposed,
} from '@ve/data/identity/staff/second-factor.repository';
import { endStaffAccess, lockIfAdmin } from '@ve/data/identity/staff/staff-access.repository';
import { setPasswordHash, staffAccountOf } from '@ve/data/identity/staff/staff-account.repository';
import { hashPassword } from '@ve/data/identity/user/password-hash';
import { passwordProblem, passwordProblemMessages } from '@ve/domain/identity/staff/password-rules';
import { ProblemError } from '../../kernel/problem-error.ts';
import { auditStaffAction } from './staff-audit.ts';
import { refillReauthenticationLimits, consumeReauthenticationLimit } from './staff-limits.ts';
import { issueRecoveryCodes, type StaffCredentialService } from './staff-credentials.ts';
import { newTotp } from './totp.ts';

interface Proof {
  password: string;
  code: string;
}

const refused = { outcome: 'refused' } as const;

/** The password and second factor of members of staff, changed by themselves. */
export class OwnCredentialsService {
  constructor(private readonly credentials: StaffCredentialService) {}

  async read({ em, actor }: Context): Promise<StaffSignInMethods> {
    if (actor.kind !== 'staff') return { account: null };
    const factor = await findSecondFactor(em, actor.userId);
    const recoveryCodesLeft = await countUnusedRecoveryCodes(em, actor.userId);
    const factorSince = factor?.createdAt.toISOString() ?? null;
    return { account: { email: actor.email, factorSince, recoveryCodesLeft } };
  }

  /** Changes the password, and ends all other sessions, sign-ins and links of the user that lead to staff rights. */
  async changePassword(
    context: Context,
    { next, ...proof }: Proof & { next: string },
  ): Promise<EndpointAnswerBody<typeof changeStaffPasswordEndpoint>> {
    const { userId, email, sessionId } = staffIn(context);
    const problem = passwordProblem(next, email);
    if (problem !== null) return { outcome: 'weak', message: passwordProblemMessages[problem] };
    if (!(await this.#isProven(context, proof))) return refused;
    const hash = await hashPassword(next);
    await context.em.transactional(async (em) => {
      await lockIfAdmin(em, userId);
      await setPasswordHash(em, userId, hash);
      await endStaffAccess(em, { userId, except: sessionId }, context.now());
      await auditStaffAction(em, context, {
        action: 'staff.password-set',
        subject: userId,
        details: { by: 'own-page' },
      });
    });
    return { outcome: 'saved' };
  }

  async beginSecondFactor(
    context: Context,
    proof: Proof,
  ): Promise<EndpointAnswerBody<typeof beginStaffSecondFactorChangeEndpoint>> {
    const { userId, email } = staffIn(context);
    if (!(await this.#isProven(context, proof))) return refused;
    const enrolment = newTotp(email);
    await storeProposedSecondFactor(context.em, userId, await this.credentials.seal(userId, enrolment.secret));
    return { outcome: 'enrol', enrolment };
  }

  /**
   * Renews the second factor with its recovery codes, and ends all other sessions, sign-ins and links that lead to
   * staff rights.
   */
  async confirmSecondFactor(
    context: Context,
    code: string,
  ): Promise<EndpointAnswerBody<typeof confirmStaffSecondFactorChangeEndpoint>> {
    const { userId, sessionId } = staffIn(context);
    await consumeReauthenticationLimit(context.em, sessionId, context.now());
    const proposed = (await findSecondFactor(context.em, userId))?.nextSealedSecret ?? null;
    if (proposed === null) return refused;
    const step = await this.credentials.totpStepOf({ userId, sealedSecret: proposed, code }, context.now());
    if (step === null) return refused;
    return context.em.transactional(async (em) => {
      const now = context.now();
      await lockIfAdmin(em, userId);
      if (!(await replaceSecondFactorByProposed(em, { userId, sealedSecret: proposed, step }, now))) return refused;
      const recoveryCodes = await issueRecoveryCodes(em, userId, now);
      await endStaffAccess(em, { userId, except: sessionId }, now);
      await refillReauthenticationLimits(em, sessionId);
      await auditStaffAction(em, context, { action: 'staff.second-factor-renewed', subject: userId });
      return { outcome: 'renewed', recoveryCodes };
    });
  }

  async renewRecoveryCodes(
    context: Context,
    proof: Proof,
  ): Promise<EndpointAnswerBody<typeof renewRecoveryCodesEndpoint>> {
    const { userId } = staffIn(context);
    if (!(await this.#isProven(context, proof))) return refused;
    return context.em.transactional(async (em) => {
      const recoveryCodes = await issueRecoveryCodes(em, userId, context.now());
      await auditStaffAction(em, context, { action: 'staff.recovery-codes-renewed', subject: userId });
      return { outcome: 'renewed', recoveryCodes };
    });
  }

  /**
   * Whether password and code are right; consumes the code.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  async #isProven(context: Context, { password, code }: Proof): Promise<boolean> {
    const { em, now } = context;
    const { userId, sessionId } = staffIn(context);
    await consumeReauthenticationLimit(em, sessionId, now());
    if (!(await this.credentials.isPassword(em, await staffAccountOf(em, userId), password))) return false;
    await this.credentials.ready();
    return em.transactional(async (transaction) => {
      const shown = await this.credentials.accept(transaction, { userId, code }, now());
      if (shown !== null) await refillReauthenticationLimits(transaction, sessionId);
      return shown !== null;
    });
  }
}

/** @throws ProblemError `not-found` for a break-glass session: there is no account */
function staffIn({ actor }: Context): Extract<Actor, { kind: 'staff' }> {
  if (actor.kind !== 'staff') throw new ProblemError('not-found');
  return actor;
}
