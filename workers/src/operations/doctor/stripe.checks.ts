import { findPriceProblem } from '@ve/app/membership/payments/live-price';
import { isLoopbackHost } from '@ve/providers/http/loopback-host';
import { singleCall } from '@ve/providers/http/single-call';
import { examineStripeAccount } from '@ve/providers/payments/stripe-examination';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { httpUrlConfigField } from '@ve/server-kit/config/process-fields';
import { stripeConfigFields } from '@ve/server-kit/config/stripe-fields';
import { stripeModeOfKey } from '@ve/domain/membership/stripe-mode';
import { failed, notChecked, passed, type DoctorCheck } from './doctor-check.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

/** Compares the account, in the mode of its key, with what the product needs. */
export const stripeChecks = (env: Environment): DoctorCheck[] => {
  const group = 'Stripe';
  const remedy = 'Compare STRIPE_SECRET_KEY and the rights of the key with docs/operations/stripe.md';
  const { STRIPE_URL, STRIPE_SECRET_KEY, STRIPE_PRICE_ID } = stripeConfigFields();
  const account = { STRIPE_URL, STRIPE_SECRET_KEY, PUBLIC_ORIGIN: httpUrlConfigField() };
  let examining: ReturnType<typeof examineStripeAccount> | undefined;
  const examineOnce = (given: { STRIPE_URL: string; STRIPE_SECRET_KEY: string; PUBLIC_ORIGIN: string }) =>
    (examining ??= examineStripeAccount(
      { url: given.STRIPE_URL, secretKey: given.STRIPE_SECRET_KEY },
      given.PUBLIC_ORIGIN,
    ));
  return [
    {
      group,
      name: 'account',
      remedy,
      run: withVariables(env, account, async (given) => {
        const { dashboard } = await examineOnce(given);
        if (dashboard === null) return notChecked('this key may not read the account');
        return dashboard.length === 0
          ? passed(`${stripeModeOfKey(given.STRIPE_SECRET_KEY)} mode`)
          : failed(dashboard.join(' '), 'Change it in Stripe’s dashboard: docs/operations/stripe.md');
      }),
    },
    {
      group,
      name: 'price',
      remedy,
      run: withVariables(env, { STRIPE_URL, STRIPE_SECRET_KEY, STRIPE_PRICE_ID }, async (given) => {
        const payments = createStripeAdapter({
          url: given.STRIPE_URL,
          secretKey: given.STRIPE_SECRET_KEY,
          priceId: given.STRIPE_PRICE_ID,
          webhookSecrets: [],
          ...singleCall,
        });
        try {
          const livemode = stripeModeOfKey(given.STRIPE_SECRET_KEY) === 'live';
          const problem = await findPriceProblem({ payments }, { priceId: given.STRIPE_PRICE_ID, livemode });
          return problem === null
            ? passed()
            : failed(problem, 'Set STRIPE_PRICE_ID to what npm run stripe:setup prints');
        } finally {
          await payments.close();
        }
      }),
    },
    {
      group,
      name: 'product, webhook and domain',
      remedy,
      run: withVariables(env, account, async (given) => {
        const { changes } = await examineOnce(given);
        if (changes.length > 0) {
          return failed(`to do: ${changes.join('; ')}`, 'Run npm run stripe:setup, then with --confirm');
        }
        return isLoopbackHost(new URL(given.PUBLIC_ORIGIN).hostname)
          ? notChecked('Stripe cannot reach this machine: forward its events with stripe listen')
          : passed();
      }),
    },
  ];
};
