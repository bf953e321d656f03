import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { confirmPhone, PhoneCode, PhoneCodeState, savePhone } from '@ve/contracts/http/membership/phone';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import {
  addPhoneCode,
  findWorkingCode,
  nextPhoneCodeAt,
  redeemPhoneCode,
} from '@ve/data/membership/phone/phone-code.repository';
import { phoneStateOf, savePhoneOf } from '@ve/data/membership/phone/phone.repository';
import { queueText } from '@ve/data/messaging/texts/queue-text';
import { isTextBudgetSpent } from '@ve/data/messaging/texts/text-budget';
import { servicesOf } from '@ve/domain/membership/membership-services';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { consumeClientLimit } from '../../jobs/client-limit.ts';

/** Codes that an account gives, right or wrong: beyond the tries of the codes of a day only somebody who guesses. */
const codeAttempts = { name: 'phone-code', perHour: 20 };

/** Codes end at this share of what texts may cost in a day: the rest is for reminders and alerts. */
const codeNetworkShare = 0.5;

@Injectable()
export class PhoneService {
  /** Stores the number of an account; another one than before is to be confirmed again. */
  save({ em }: Context, userId: string, phone: string): Promise<AnswerOf<typeof savePhone>> {
    return em.transactional(async (transaction) =>
      (await savePhoneOf(transaction, userId, phone))
        ? { outcome: 'saved', phone: await phoneStateOf(transaction, userId) }
        : { outcome: 'no-customer' },
    );
  }

  /** Has a code sent to the number of a member, within the limits of a day. */
  sendCode({ em, now, correlationId }: Context, userId: string): Promise<PhoneCode> {
    return em.transactional(async (transaction) => {
      const at = now();
      const phone = await phoneStateOf(transaction, userId);
      if (phone === null) return { outcome: 'no-phone' };
      if (phone.state !== 'confirm') return { outcome: phone.state };
      const subscription = await findSubscriptionOfUser(transaction, userId);
      const services = servicesOf[membershipOf(subscription, at).state];
      if (!services.texts) return { outcome: services.emails ? 'payment-due' : 'not-member' };
      if (await isTextBudgetSpent(transaction, at, codeNetworkShare)) return { outcome: 'paused' };
      const subjectId = await addPhoneCode(transaction, { userId, phone: phone.number }, at);
      if (subjectId === null) {
        const nextCodeAt = (await nextPhoneCodeAt(transaction, { userId, phone: phone.number }, at)) ?? at;
        return { outcome: 'too-many', nextCodeAt: nextCodeAt.toISOString() };
      }
      const text = { template: 'number-code', recipient: phone.number, subjectId } as const;
      await queueText(transaction, { ...text, uniqueKey: `number-code.${subjectId}` }, { now: at, correlationId });
      return { outcome: 'sent' };
    });
  }

  /** What became of the code that was last sent to the number. */
  async codeState({ em, now }: Context, userId: string): Promise<PhoneCodeState> {
    const at = now();
    const phone = await phoneStateOf(em, userId);
    if (phone === null) return { phone, code: 'none', until: null, nextCodeAt: null };
    const asked = { userId, phone: phone.number };
    const working = await findWorkingCode(em, asked, at);
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
  async confirm({ em, now }: Context, userId: string, code: string): Promise<AnswerOf<typeof confirmPhone>> {
    await consumeClientLimit(em, codeAttempts, userId, now());
    return em.transactional(async (transaction) => {
      const redeemed = await redeemPhoneCode(transaction, { userId, code }, now());
      if (redeemed.outcome !== 'confirmed') return redeemed;
      return { outcome: 'confirmed', phone: await phoneStateOf(transaction, userId) };
    });
  }
}
