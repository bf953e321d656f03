import { Inject, Injectable } from '@nestjs/common';
import type { Upgrade } from '@ve/contracts/http/subscription';
import type { Context } from '@ve/data/context';
import { findSubscription, findSubscriptionOfUser } from '@ve/data/subscription/subscription.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { takeClientTurn } from '../platform/client-turn.ts';
import { type Charged, Charges, noCard } from './charges.ts';
import { Memberships } from './memberships.ts';
import { toSubscription } from './subscription.mapper.ts';
import { Turns } from './turns.ts';

/** How long a request waits until the worker has recorded the payment. */
const creditWaitMs = 10_000;
/** Enough for whoever tries their cards, too few for a list of stolen ones. */
const byUser = { name: 'upgrade', perHour: 20 };

@Injectable()
export class UpgradeService {
  constructor(
    @Inject(Charges) private readonly charges: Charges,
    @Inject(Turns) private readonly turns: Turns,
    @Inject(Memberships) private readonly memberships: Memberships,
  ) {}

  /**
   * Charges the price of the membership now: ends the trial, pays the unpaid invoice, or starts a new subscription for
   * somebody whose last one has ended.
   * @throws ProblemError `payments-unavailable`; `too-many-requests` for a twenty-first attempt within an hour
   */
  async upgrade(context: Context, userId: string): Promise<Upgrade> {
    const { em, now } = context;
    const row = await findSubscriptionOfUser(em, userId);
    if (membershipOf(row, now()).state === 'active') return { outcome: 'already-active' };
    const customerId = row?.stripeCustomerId ?? null;
    if (row === null || customerId === null) return noCard;
    await takeClientTurn(em, byUser, userId, now());
    const charged = await this.turns.take(context, row.id, (transaction) =>
      this.#charge(transaction, row.id, customerId, now()),
    );
    // Another request of this member is at it: this one waits for its end.
    return charged === 'paid' || charged === null ? this.#credited(row.id, now) : charged;
  }

  /** From the row as it is now: the turn may have been another request's until a moment ago. */
  async #charge(em: Context['em'], id: string, customerId: string, now: Date): Promise<Charged> {
    const row = await findSubscription(em, id);
    if (row === null) return noCard;
    return membershipOf(row, now).state === 'active' ? 'paid' : this.charges.charge(em, row, customerId, now);
  }

  async #credited(id: string, now: Context['now']): Promise<Upgrade> {
    const row = await this.memberships.work.waitUntilDone(id, creditWaitMs);
    if (membershipOf(row, now()).credits === 0) return { outcome: 'pending' };
    return { outcome: 'upgraded', subscription: toSubscription(row, now()) };
  }
}
