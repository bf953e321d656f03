import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type {
  confirmPhoneEndpoint,
  PhoneCodeRequestOutcome,
  PhoneCodeState,
  savePhoneEndpoint,
} from '@ve/contracts/http/membership/phone';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { readPhoneState, savePhoneNumber } from '@ve/data/membership/phone/phone.repository';
import { queueText } from '../../messaging/queue-message.ts';
import { isTextBudgetSpent } from '@ve/data/messaging/texts/text-budget';
import { servicesByMembershipState } from '@ve/domain/membership/membership-services';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { findValidPhoneCodeState, nextPhoneCodeAt, redeemPhoneCode, requestPhoneCode } from './phone-codes.ts';

/** Code entries of one account, right or wrong: only guessing needs more than a day's codes allow. */
const codeAttempts = { name: 'phone-code', perHour: 20 };

/** Codes may use at most this share of a day's budget for texts: the rest is for reminders and alerts. */
const codeNetworkShare = 0.5;

/** How members give and confirm the number that texts are sent to. */
export class PhoneNumberService {
  /** Stores the phone number of an account; a changed number must be confirmed again. */
  save(
    { em }: Context,
    { userId, phone }: { userId: string; phone: string },
  ): Promise<EndpointAnswerBody<typeof savePhoneEndpoint>> {
    return em.transactional(async (transaction) =>
      (await savePhoneNumber(transaction, userId, phone))
        ? { outcome: 'saved', phone: await readPhoneState(transaction, userId) }
        : { outcome: 'no-customer' },
    );
  }

  /** Has a code sent to a member's number, within the daily limits. */
  sendCode({ em, now, correlationId }: Context, userId: string): Promise<PhoneCodeRequestOutcome> {
    return em.transactional(async (transaction) => {
      const at = now();
      const phone = await readPhoneState(transaction, userId);
      if (phone === null) return { outcome: 'no-phone' };
      if (phone.state !== 'confirm') return { outcome: phone.state };
      const subscription = await findSubscriptionOfUser(transaction, userId);
      const services = servicesByMembershipState[membershipOf(subscription, at).state];
      if (!services.texts) return { outcome: services.emails ? 'payment-due' : 'not-member' };
      if (await isTextBudgetSpent(transaction, at, codeNetworkShare)) return { outcome: 'paused' };
      const subjectId = await requestPhoneCode(transaction, { userId, phone: phone.number }, at);
      if (subjectId === null) {
        const nextCodeAt = (await nextPhoneCodeAt(transaction, { userId, phone: phone.number }, at)) ?? at;
        return { outcome: 'too-many', nextCodeAt: nextCodeAt.toISOString() };
      }
      const text = { template: 'number-code', recipient: phone.number, subjectId } as const;
      await queueText(transaction, text, { now: at, correlationId });
      return { outcome: 'sent' };
    });
  }

  /** The delivery state of the latest code. */
  async codeState({ em, now }: Context, userId: string): Promise<PhoneCodeState> {
    const at = now();
    const phone = await readPhoneState(em, userId);
    if (phone === null) return { phone, code: 'none', until: null, nextCodeAt: null };
    const asked = { userId, phone: phone.number };
    const working = await findValidPhoneCodeState(em, asked, at);
    return {
      phone,
      code: working?.state ?? 'none',
      until: working?.until.toISOString() ?? null,
      nextCodeAt: (await nextPhoneCodeAt(em, asked, at))?.toISOString() ?? null,
    };
  }

  /**
   * Confirms the number of an account by the code that was sent to it.
   * @throws ProblemError `too-many-requests` for an account that guesses
   */
  async confirm(
    { em, now }: Context,
    { userId, code }: { userId: string; code: string },
  ): Promise<EndpointAnswerBody<typeof confirmPhoneEndpoint>> {
    await consumeClientLimit(em, { limit: codeAttempts, client: userId }, now());
    return em.transactional(async (transaction) => {
      const redeemed = await redeemPhoneCode(transaction, { userId, code }, now());
      if (redeemed.outcome !== 'confirmed') return redeemed;
      return { outcome: 'confirmed', phone: await readPhoneState(transaction, userId) };
    });
  }
}
