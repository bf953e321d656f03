import { insertTestSignUp, type TestSignUp } from '@ve/data/testing/sign-ups';
import { findSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { tables } from '@ve/data/entities';
import type { MikroORM } from '@mikro-orm/postgresql';
import { membershipOffer } from '@ve/domain/membership/offer';
import type { StripeSandbox, StripeTestEnvironment } from './stripe-sandbox.ts';

/** A filled-in form with its PaymentIntent. */
export interface OpenSignUpForm {
  signUpId: string;
  customerId: string;
  createdAt: Date;
  /** True if the row has Stripe's ids. */
  stored: boolean;
  payment: { id: string; clientSecret: string | null };
}

/** Acts as `create-checkout`. `stores` false: it dies before it has stored Stripe's ids. */
export const openSignUpForm = async (
  { orm, sandbox, world }: { orm: MikroORM; sandbox: StripeSandbox; world: StripeTestEnvironment },
  signUp: TestSignUp = {},
  { stores = true } = {},
): Promise<OpenSignUpForm> => {
  const em = orm.em.fork();
  const createdAt = world.now();
  const signUpId = await insertTestSignUp(em, { ...signUp, createdAt });
  const { email } = (await findSignUp(em, signUpId))!;
  const customerId = await world.createCustomer(email, signUpId);
  const payment = await sandbox.payments.createTrialPayment({
    key: `trial.${signUpId}`,
    customerId,
    signUpId,
    amountPence: membershipOffer.trial.pence,
    currency: membershipOffer.currency,
    description: 'Trial',
  });
  if (stores) {
    await tables(em)
      .updateTable('sign_ups')
      .set({ stripeCustomerId: customerId, stripePaymentIntentId: payment.id })
      .where('id', '=', signUpId)
      .execute();
  }
  return { signUpId, customerId, createdAt, stored: stores, payment };
};
