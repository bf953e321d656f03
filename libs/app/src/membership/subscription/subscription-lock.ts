import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { tryLockSubscriptionAtStripe } from '@ve/data/membership/subscription/subscription-changes.repository';
import { PaymentsRefusedError, PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import PQueue from 'p-queue';
import { ProblemError } from '../../kernel/problem-error.ts';

/** Maximum changes of this process at the same time: each may hold a database connection while Stripe works. */
const maxConcurrent = 3;
/** Maximum requests waiting for one of those, so that a flood is refused instead of queued. */
const maxLineLength = 30;
const retryAfterSeconds = 60;

/** Serialises the changes of each subscription at Stripe, and limits those of this process. */
export class SubscriptionLock {
  readonly #line = new PQueue({ concurrency: maxConcurrent });

  /**
   * Runs `act` under the subscription lock, in a transaction, and then has the worker read the subscription from Stripe
   * again, regardless of the outcome. Returns null, without waiting, while another request has the lock.
   * @throws ProblemError `payments-unavailable` when Stripe does not answer, or too many wait
   */
  async acquire<T>(
    context: Context,
    subscriptionId: string,
    act: (transaction: Context['em']) => Promise<T>,
  ): Promise<T | null> {
    const { em } = context;
    try {
      return await this.#inLine(() =>
        em.transactional(async (transaction) => {
          if (!(await tryLockSubscriptionAtStripe(transaction, subscriptionId))) return null;
          const result = await act(transaction);
          await sync(transaction, context, subscriptionId);
          return result;
        }),
      );
    } catch (error) {
      // The call may have taken effect although its response was lost.
      await em.transactional((transaction) => sync(transaction, context, subscriptionId));
      // Stripe refuses to change what has ended there, for example by a concurrent cancellation; the sync above makes a
      // retry see it.
      if (!(error instanceof PaymentsUnavailableError || error instanceof PaymentsRefusedError)) throw error;
      throw new ProblemError('payments-unavailable', { retryAfterSeconds, cause: error });
    }
  }

  async #inLine<T>(act: () => Promise<T>): Promise<T> {
    if (this.#line.size >= maxLineLength) throw new ProblemError('payments-unavailable', { retryAfterSeconds });
    return this.#line.add(act);
  }
}

const sync = (em: Context['em'], { now, correlationId }: Context, subscriptionId: string): Promise<void> =>
  addToOutbox(em, { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId } }, { now: now() });
