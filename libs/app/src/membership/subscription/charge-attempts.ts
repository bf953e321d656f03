import type { Context } from '@ve/data/kernel/context';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import type { CardResult, DeclineLimit } from '../payments/declines.ts';
import { type ChargeOutcome, noCardProblem } from './charges.ts';

/** Enough for members who try their own cards, too few for a list of stolen ones. */
const byUser = { name: 'upgrade', perHour: 20 };

/** Counts the charges that members request. */
export class ChargeAttempts {
  constructor(private readonly declines: DeclineLimit) {}

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
  async settle({ em }: Context, charged: ChargeOutcome | 'unanswered' | null): Promise<void> {
    const result = charged === null ? null : resultOf(charged);
    if (result === null) await this.declines.refundExpectedDecline(em);
    else await this.declines.recordResult(em, result);
  }
}

/** Null when no bank has answered. */
const resultOf = (charged: ChargeOutcome | 'unanswered'): CardResult | null => {
  if (charged === 'paid' || charged === 'unanswered') return charged;
  if (charged.outcome === 'authenticate') return 'authenticate';
  return charged.outcome === 'card-needed' && charged !== noCardProblem ? 'declined' : null;
};
