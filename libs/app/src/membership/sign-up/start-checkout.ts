import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import type { CheckoutAnswer, createCheckoutEndpoint } from '@ve/contracts/http/membership/checkout';
import type { Context } from '@ve/data/kernel/context';
import { listEffectiveAnnouncedChanges } from '@ve/data/membership/announced-change/announced-change.repository';
import { listSignUpConsents } from '@ve/data/membership/sign-up/consent.repository';
import {
  addSignUp,
  recordSignUpPayment,
  findSignUp,
  findSignUpByKey,
  type NewSignUp,
  type SignUpRow,
} from '@ve/data/membership/sign-up/sign-up.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { type Consent, type ConsentKind, findOfferedConsent } from '@ve/domain/membership/consents';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';
import { membershipOffer } from '@ve/domain/membership/offer';
import { maxSignUpPaymentDeclines } from '@ve/domain/membership/sign-up-limits';
import type { ProviderPayment, PaymentsPort } from '@ve/providers/payments/payments.port';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { type ClientLimit, consumeClientLimit } from '../../jobs/client-limit.ts';
import { type SubjectLimit, consumeSubjectLimit } from '../../jobs/subject-limit.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { PaymentProviderClient } from '../payments/payment-provider-client.ts';
import { signUpPaymentAttemptsExceededProblem } from './payment-attempts.ts';

/** Stripe remembers an idempotency key for at least a day: until then the same calls create the same objects. */
const keysLiveMs = 23 * 3_600_000;

type Form = ParsedRequestBody<typeof createCheckoutEndpoint>;

/** Converts a form to the row to store. */
function toNewSignUp({ customerData, idempotencyKey }: Form, browserHash: string): NewSignUp {
  const { email, fullName, regNumber, address } = customerData;
  const { line_1, line_2, line_3, post_town, postcode } = address;
  return {
    idempotencyKey,
    email,
    fullName,
    address: [line_1, line_2, line_3, post_town].filter(Boolean).join(', '),
    postcode,
    registration: regNumber,
    browserHash,
  };
}

interface TickedConsent {
  kind: ConsentKind;
  consent: Consent;
}

/** The consents of a form under the texts that it showed; null when one of them cannot be given any more. */
async function tickedIn({ em, now }: Context, { consents }: Form): Promise<TickedConsent[] | null> {
  const changes = await listEffectiveAnnouncedChanges(em, now());
  const terms = findOfferedConsent('terms', consents.terms, changes);
  const startNow = findOfferedConsent('start-now', consents.startNow, changes);
  if (terms === null || startNow === null) return null;
  return [
    { kind: 'terms', consent: terms },
    { kind: 'start-now', consent: startNow },
  ];
}

export interface CheckoutDeps {
  /** New sign-ups of a client, and of an e-mail address, per hour. */
  perHour: number;
  addresses: ClientAddressHasher;
  payments: PaymentProviderClient;
}

/**
 * Starts a sign-up: stores its row and consents first, then creates the 50p at Stripe, so that no payment is without a
 * row.
 */
export class CheckoutService {
  readonly #addresses: ClientAddressHasher;
  readonly #payments: PaymentProviderClient;
  readonly #byClient: ClientLimit;
  readonly #byAddress: SubjectLimit;

  constructor({ perHour, addresses, payments }: CheckoutDeps) {
    this.#addresses = addresses;
    this.#payments = payments;
    this.#byClient = { name: 'checkout', perHour, code: 'payment-attempts-exceeded' };
    this.#byAddress = {
      name: 'checkout-address',
      open: [{ perHour }],
      perNetwork: { perHour },
      shared: { perHour: 4 * perHour },
      code: 'payment-attempts-exceeded',
    };
  }

  /**
   * Returns the PaymentIntent of a filled-in form, for the browser with this hash. The same key and data lead to the
   * same PaymentIntent, also after a crash or a lost response of Stripe. Behaves the same whether or not the e-mail
   * address is known.
   * @throws ProblemError `conflict` for a key that was used for other data or consents, by another browser, or too long
   * ago; `payment-attempts-exceeded`; `checkout-failed` while Stripe does not answer
   */
  async create(context: Context, { form, browserHash }: { form: Form; browserHash: string }): Promise<CheckoutAnswer> {
    const ticked = await tickedIn(context, form);
    if (ticked === null) return { outcome: 'consent-outdated' };
    if (await this.#isMember(context)) return { outcome: 'already-member' };
    const signUp = await this.#signUpOf(context, toNewSignUp(form, browserHash), ticked);
    if (signUp.paymentAttempts >= maxSignUpPaymentDeclines) throw signUpPaymentAttemptsExceededProblem();
    const isOld = context.now().getTime() - signUp.createdAt.getTime() > keysLiveMs;
    if (signUp.status === 'abandoned' || isOld) throw new ProblemError('conflict');
    const { status, clientSecret, customerId } = await this.#payments.answer(
      context,
      (port) => paymentOf(port, context, signUp),
      { code: 'checkout-failed', retryAfterSeconds: 60 },
    );
    if (status === 'cancelled') throw new ProblemError('conflict');
    if (clientSecret === null || customerId === null) throw new ProblemError('checkout-failed');
    return { outcome: 'ready', clientSecret, stripeCustomerId: customerId };
  }

  async #isMember({ actor, em, now }: Context): Promise<boolean> {
    if (!('userId' in actor)) return false;
    return isMembershipLive(membershipOf(await findSubscriptionOfUser(em, actor.userId), now()).state);
  }

  /**
   * The row of this form, inserted now or by an earlier call with its key. Only a new one counts against the limits.
   */
  async #signUpOf({ em, now, client }: Context, given: NewSignUp, ticked: TickedConsent[]): Promise<SignUpRow> {
    const clientHash = await this.#addresses.nameOf(client);
    const use = await this.#addresses.limitUseOf(given.email, client);
    return em.transactional(async (transaction) => {
      const at = now();
      const added = await addSignUp(transaction, { signUp: given, consents: { given: ticked, clientHash } }, at);
      if (added) {
        await consumeClientLimit(transaction, { limit: this.#byClient, client: clientHash }, at);
        await consumeSubjectLimit(transaction, { limit: this.#byAddress, use }, at);
        return added;
      }
      const known = await findSignUpByKey(transaction, given.idempotencyKey);
      if (!known || !isSame(known, given)) throw new ProblemError('conflict');
      // A page that was loaded again since may state another price: its sign-up is another one.
      const agreed = await listSignUpConsents(transaction, known.id);
      const isAgreed = ({ kind, consent: { version } }: TickedConsent) =>
        agreed.some((each) => each.kind === kind && each.version === version);
      if (!ticked.every(isAgreed)) throw new ProblemError('conflict');
      return known;
    });
  }
}

/** The PaymentIntent of a sign-up. Idempotency keys are derived from the row, so a repeated call is the same call. */
async function paymentOf(port: PaymentsPort, { em }: Context, signUp: SignUpRow): Promise<ProviderPayment> {
  const { id, email, fullName: name, paymentIntentId } = signUp;
  if (paymentIntentId !== null) return port.readPayment(paymentIntentId);
  const customer = await port.createCustomer({ key: `customer.${id}`, email, name, signUpId: id });
  const made = await port.createTrialPayment({
    key: `trial.${id}`,
    customerId: customer.id,
    signUpId: id,
    amountPence: membershipOffer.trial.pence,
    currency: membershipOffer.currency,
    description: `${membershipOffer.membership.name}: ${membershipOffer.trial.hours}-hour trial`,
  });
  if (await recordSignUpPayment(em, id, { paymentIntentId: made.id, customerId: customer.id })) return made;
  // A concurrent call has stored it, or the workers have found another PaymentIntent for this sign-up.
  const stored = await findSignUp(em, id);
  if (stored?.paymentIntentId === made.id || !stored?.paymentIntentId) return made;
  return port.readPayment(stored.paymentIntentId);
}

/** Whether it is the same form from the same browser. */
const isSame = (known: SignUpRow, given: NewSignUp): boolean =>
  (['email', 'fullName', 'address', 'postcode', 'registration', 'browserHash'] as const).every(
    (field) => known[field] === given[field],
  );
