import { Inject, Injectable } from '@nestjs/common';
import {
  maxCustomerSearchMatches,
  type CustomerSearchResult,
  type CustomerSearchMatch,
} from '@ve/contracts/http/operations/admin-customers';
import type { Context } from '@ve/data/kernel/context';
import { searchPeople, type FoundPerson } from '@ve/data/operations/support/customer-search.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { type ParsedCustomerSearch, parseCustomerSearch } from '@ve/domain/operations/support/customer-search';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { readWithAudit } from '@ve/app/identity/staff/staff-audit';

@Injectable()
export class CustomerSearchService {
  constructor(@Inject(PaymentProviderClient) private readonly payments: PaymentProviderClient) {}

  /**
   * Searches accounts by everything that the term may be, and audits which were found, but not the term.
   * @throws ProblemError `payments-unavailable` for the id of a charge that Stripe does not answer for
   */
  async search(context: Context, term: string): Promise<CustomerSearchResult> {
    const search = await this.#withPayment(context, parseCustomerSearch(term));
    const found = await readWithAudit(
      context,
      (em) => searchPeople(em, search, maxCustomerSearchMatches),
      (people) => {
        const by = Object.entries(search).flatMap(([way, value]) => (value === null ? [] : [way]));
        const ids = people.slice(0, maxCustomerSearchMatches).map(({ userId }) => userId);
        return { action: 'support.searched', details: { by, found: ids } };
      },
    );
    const now = context.now();
    const people = found.slice(0, maxCustomerSearchMatches).map((person) => toPersonFound(person, now));
    return { people, isMore: found.length > maxCustomerSearchMatches };
  }

  /** We store no charges: reads from Stripe which payment a charge belongs to. */
  async #withPayment(context: Context, search: ParsedCustomerSearch): Promise<ParsedCustomerSearch> {
    const { stripe } = search;
    if (stripe?.object !== 'charge') return search;
    const paymentOfCharge = (port: PaymentProviderClient['port']) =>
      nullIfUnknownAtStripe(port.paymentOfCharge(stripe.id));
    const problem = { code: 'payments-unavailable', retryAfterSeconds: 30 } as const;
    const payment = await this.payments.answer(context, paymentOfCharge, problem);
    return { ...search, stripe: { object: 'charge', id: payment ?? stripe.id } };
  }
}

const toPersonFound = ({ userId, email, name, subscription, why }: FoundPerson, now: Date): CustomerSearchMatch => ({
  userId,
  email,
  name,
  state: membershipOf(subscription, now).state,
  registration: subscription?.registration ?? null,
  why,
});
