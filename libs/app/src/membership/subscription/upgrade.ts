import type { Context } from '@ve/data/kernel/context';
import { listEffectiveAnnouncedChanges } from '@ve/data/membership/announced-change/announced-change.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { addRejoinConsent } from '@ve/data/membership/sign-up/consent.repository';
import { type Consent, findConsent, findOfferedConsent } from '@ve/domain/membership/consents';
import { membershipOf } from '@ve/domain/membership/membership-state';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import {
  type StoredCardChargeRequest,
  type StoredCardChargeOutcome,
  type StoredCardCharger,
  noStoredCardOutcome,
} from './charges.ts';
import type { SubscriptionLock } from './subscription-lock.ts';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import type { CardAttemptOutcome, CardDeclineLimit } from '../payments/declines.ts';

/** Enough for members who try their own cards, too few for a list of stolen ones. */
const byUser = { name: 'upgrade', perHour: 20 };

/** Counts the charges that members request. */
export class ChargeAttemptCounter {
  constructor(private readonly declines: CardDeclineLimit) {}

  /**
   * Counts one charge; must be committed before Stripe is called.
   * @throws ProblemError `too-many-requests` for a twenty-first at the same time (then one more every three minutes),
   * or while too many cards are declined
   */
  async begin(transaction: Context['em'], userId: string, at: Date): Promise<void> {
    await consumeClientLimit(transaction, { limit: byUser, client: userId }, at);
    await this.declines.countExpectedDecline(transaction, at);
  }

  /** Records the result of the charge; null: Stripe was not asked. */
  async settle({ em }: Context, charged: StoredCardChargeOutcome | 'unanswered' | null): Promise<void> {
    const result = charged === null ? null : resultOf(charged);
    if (result === null) await this.declines.refundExpectedDecline(em);
    else await this.declines.recordResult(em, result);
  }
}

/** Null when no bank has answered. */
const resultOf = (charged: StoredCardChargeOutcome | 'unanswered'): CardAttemptOutcome | null => {
  if (charged === 'paid' || charged === 'unanswered') return charged;
  if (charged.outcome === 'authenticate') return 'authenticate';
  return charged.outcome === 'card-needed' && charged !== noStoredCardOutcome ? 'declined' : null;
};

export interface MembershipUpgradeDeps {
  charges: StoredCardCharger;
  attempts: ChargeAttemptCounter;
  lock: SubscriptionLock;
  addresses: ClientAddressHasher;
  /** Waits, for a limited time, until the workers have recorded a payment; returns the present row. */
  memberships: { waitForCredit: (id: string) => Promise<SubscriptionRow | null> };
}

export type MembershipUpgradeOutcome =
  | Exclude<StoredCardChargeOutcome, 'paid'>
  | { outcome: 'already-active' }
  | { outcome: 'upgraded'; row: SubscriptionRow | null };

/** Has members pay for their membership now. */
export class MembershipUpgradeService {
  constructor(private readonly deps: MembershipUpgradeDeps) {}

  /**
   * Charges the price of the membership now: ends the trial, pays the unpaid invoice, or, if the member agreed to this
   * version of the consent, starts a new subscription after the last one ended.
   * @throws ProblemError `payments-unavailable`; `too-many-requests` as `ChargeAttemptCounter` and `Charges.charge`
   */
  async upgrade(
    context: Context,
    { userId, consent }: { userId: string; consent: string | null },
  ): Promise<MembershipUpgradeOutcome> {
    const { em, now } = context;
    const row = await findSubscriptionOfUser(em, userId);
    const { state } = membershipOf(row, now());
    if (state === 'active') return { outcome: 'already-active' };
    const customerId = row?.stripeCustomerId ?? null;
    if (row === null || customerId === null) return noStoredCardOutcome;
    const agreed =
      state === 'cancelled' && consent !== null
        ? findOfferedConsent('rejoin', consent, await listEffectiveAnnouncedChanges(em, now()))
        : null;
    // Also where it is not needed any more: it states the price that was shown.
    const stated = agreed ?? (consent === null ? null : findConsent('rejoin', consent));
    await this.#begin(context, userId, agreed);
    const charged = await this.#counted(context, () =>
      this.deps.lock.acquire(context, row.id, (transaction) =>
        this.#charge(
          transaction,
          {
            id: row.id,
            charge: { customerId, mayRejoin: agreed !== null, rejoinPence: stated?.monthlyPence ?? null },
          },
          now(),
        ),
      ),
    );
    // Null: another request of this member is charging; wait for its result.
    return charged === 'paid' || charged === null ? this.#credited(context, row.id) : charged;
  }

  async #counted(
    context: Context,
    charge: () => Promise<StoredCardChargeOutcome | null>,
  ): Promise<StoredCardChargeOutcome | null> {
    try {
      const charged = await charge();
      await this.deps.attempts.settle(context, charged);
      return charged;
    } catch (error) {
      await this.deps.attempts.settle(context, error instanceof ProblemError ? null : 'unanswered');
      throw error;
    }
  }

  /** Committed before Stripe is called: no lost response or crash can restart a membership without a stored consent. */
  async #begin({ em, now, client }: Context, userId: string, consent: Consent | null): Promise<void> {
    const clientHash = await this.deps.addresses.nameOf(client);
    await em.transactional(async (transaction) => {
      await this.deps.attempts.begin(transaction, userId, now());
      if (consent !== null) await addRejoinConsent(transaction, { userId, consent, clientHash }, now());
    });
  }

  /** Reads the row again: another request may have held the lock until now. */
  async #charge(
    em: Context['em'],
    { id, charge }: { id: string; charge: StoredCardChargeRequest },
    now: Date,
  ): Promise<StoredCardChargeOutcome> {
    const row = await findSubscription(em, id);
    if (row === null) return noStoredCardOutcome;
    return membershipOf(row, now).state === 'active' ? 'paid' : this.deps.charges.charge(em, { row, charge }, now);
  }

  async #credited(context: Context, id: string): Promise<MembershipUpgradeOutcome> {
    const row = await this.deps.memberships.waitForCredit(id);
    if (membershipOf(row, context.now()).credits === 0) return { outcome: 'pending' };
    return { outcome: 'upgraded', row };
  }
}
