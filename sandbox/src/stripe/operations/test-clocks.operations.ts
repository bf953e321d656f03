import type { SimulatedStripeAccount } from '../account.ts';
import { runDueStripeWork } from '../due-work.ts';
import { newStripeId } from '../ids.ts';
import { addBillingIntervals } from '../intervals.ts';
import type { SimulatedTestClock } from '../state.types.ts';
import { stripeInvalidRequestError } from '../stripe-error.ts';
import { cancelSimulatedSubscriptionNow, hasSubscriptionEnded } from '../subscription-status.ts';
import { priceOfSubscription } from '../subscriptions.ts';
import { toStripeApiTestClock } from '../views/test-clock.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters } from './list-page.ts';

/** How many of the shortest intervals a clock may be advanced at most. */
const maxIntervals = 2;

function checkTarget(account: SimulatedStripeAccount, clock: SimulatedTestClock, target: number): void {
  if (target <= clock.frozenTime) {
    throw stripeInvalidRequestError('You can only advance a test clock to a time after its current frozen time.', {
      param: 'frozen_time',
    });
  }
  const limits = [...account.subscriptions.values()]
    .filter((subscription) => subscription.testClock === clock.id && !hasSubscriptionEnded(subscription))
    .map((subscription) =>
      addBillingIntervals(clock.frozenTime, maxIntervals, priceOfSubscription(account, subscription)),
    );
  if (limits.some((limit) => target > limit)) {
    throw stripeInvalidRequestError(
      'You can only advance a test clock by at most two intervals of the shortest subscription attached to it.',
      { param: 'frozen_time' },
    );
  }
}

export const stripeTestClockOperations: StripeOperations = {
  'POST /v1/test_helpers/test_clocks': {
    takes: ['frozen_time', 'name'],
    run: ({ account, given }) => {
      const clock = account.testClocks.add({
        id: newStripeId('clock'),
        created: account.now(),
        name: given.text('name') ?? null,
        frozenTime: given.number('frozen_time') ?? account.now(),
      });
      account.emit('test_helpers.test_clock.created', toStripeApiTestClock(clock), { created: account.now() });
      return toStripeApiTestClock(clock);
    },
  },
  'GET /v1/test_helpers/test_clocks': {
    takes: stripePagingParameters,
    run: ({ account, given }) =>
      stripeListPage(account.testClocks.newest(), {
        given,
        url: '/v1/test_helpers/test_clocks',
        view: (clock) => toStripeApiTestClock(clock),
      }),
  },
  'GET /v1/test_helpers/test_clocks/:id': {
    takes: [],
    run: ({ account, id }) => toStripeApiTestClock(account.testClock(id)),
  },
  // All work is done before the response, which says "advancing" as Stripe's does: the next read says "ready".
  'POST /v1/test_helpers/test_clocks/:id/advance': {
    takes: ['frozen_time'],
    run: ({ account, id, given }) => {
      const clock = account.testClock(id);
      const target = given.number('frozen_time') ?? 0;
      checkTarget(account, clock, target);
      const advancing = toStripeApiTestClock(clock, target);
      account.emit('test_helpers.test_clock.advancing', advancing, { created: account.now() });
      runDueStripeWork(account, clock.id, target);
      clock.frozenTime = target;
      account.emit('test_helpers.test_clock.ready', toStripeApiTestClock(clock), { created: account.now() });
      return advancing;
    },
  },
  'DELETE /v1/test_helpers/test_clocks/:id': {
    takes: [],
    run: ({ account, id }) => {
      const clock = account.testClock(id);
      for (const subscription of account.subscriptions.values()) {
        if (subscription.testClock === id)
          cancelSimulatedSubscriptionNow(account, subscription, { reason: null, now: clock.frozenTime });
      }
      for (const customer of account.customers.values()) if (customer.testClock === id) customer.deleted = true;
      account.testClocks.remove(id);
      account.emit('test_helpers.test_clock.deleted', toStripeApiTestClock(clock), { created: account.now() });
      return { id, object: 'test_helpers.test_clock', deleted: true };
    },
  },
};
