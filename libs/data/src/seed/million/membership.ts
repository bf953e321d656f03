import { membershipOffer, trialEndAfterPayment } from '@ve/domain/membership/offer';
import { addMonthsUtc } from '@ve/domain/kernel/time/add-months-utc';
import type { SubscriptionStatus } from '../../membership/subscription/subscription.entity.ts';
import { seededCreationTimeOf, type SeededCustomer } from './customer.ts';
import { createSeededRandom } from './seeded-random.ts';

interface Period {
  start: Date;
  end: Date;
}

export interface SeededCharge {
  kind: 'trial' | 'membership';
  pence: number;
  paidAt: Date;
  period: Period | null;
  refundedAt: Date | null;
}

export interface SeededMembership {
  status: SubscriptionStatus;
  trialEndsAt: Date;
  /** The current or last period. */
  period: Period;
  endsAt: Date | null;
  charges: SeededCharge[];
}

const aDay = 86_400_000;
/** Memberships are shorter than six months, because the service would owe a notice every six months. */
const maxMonths = 5;

/** A trial of a day; half of the trials become memberships, of which a third ends every month. */
export function seededMembershipOf(customer: SeededCustomer): SeededMembership {
  const { scale, index } = customer;
  const drawn = createSeededRandom(scale.seed, 4, index);
  const paidAt = seededCreationTimeOf(customer);
  const trialEndsAt = trialEndAfterPayment(paidAt);
  const trial = { start: paidAt, end: trialEndsAt };
  const charges: SeededCharge[] = [
    { kind: 'trial', pence: membershipOffer.trial.pence, paidAt, period: null, refundedAt: null },
  ];
  if (trialEndsAt > scale.now) return { status: 'trialing', trialEndsAt, period: trial, endsAt: null, charges };
  let months = drawn.chance(0.5) ? 0 : 1;
  while (months > 0 && months < maxMonths && drawn.chance(0.65)) months += 1;
  let period = trial;
  for (let month = 1; month <= months && period.end <= scale.now; month += 1) {
    period = { start: period.end, end: addMonthsUtc(trialEndsAt, month) };
    const { start } = period;
    charges.push({
      kind: 'membership',
      pence: membershipOffer.membership.pence,
      paidAt: start,
      period,
      refundedAt: null,
    });
  }
  if (period.end > scale.now) {
    const status = drawn.chance(0.03) ? 'past_due' : 'active';
    return { status, trialEndsAt, period, endsAt: null, charges };
  }
  const last = charges.at(-1);
  if (last?.kind === 'membership' && drawn.chance(0.05)) last.refundedAt = new Date(last.paidAt.getTime() + aDay);
  return { status: drawn.chance(0.03) ? 'unpaid' : 'canceled', trialEndsAt, period, endsAt: period.end, charges };
}

/** Whether a customer may have charges since `since`. */
export const mayHaveChargesSince = (customer: SeededCustomer, since: Date): boolean =>
  seededCreationTimeOf(customer).getTime() > since.getTime() - (maxMonths * 31 + 1) * aDay;
