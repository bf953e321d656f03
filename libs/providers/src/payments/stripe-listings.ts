import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentListings, CreatedSinceFilter } from './payments.port.ts';
import {
  stripeListedCustomerAnswerSchema,
  stripeListedDisputeAnswerSchema,
  stripeListedPaymentAnswerSchema,
  stripeListedRefundAnswerSchema,
  stripeListedSubscriptionAnswerSchema,
  stripeListSchemaOf,
  toChargeDisputeStatus,
  toProviderCustomer,
  toListedPayment,
  toListedRefund,
  toListedSubscription,
} from './stripe-answers.ts';
import { readStripeAnswer } from './stripe-call.ts';

/** Stripe's maximum. */
const pageSize = 100;

interface Page {
  limit: number;
  starting_after?: string;
}

/** The pages of a list; each is requested once the caller has processed the one before. */
async function* pagesOf<T extends { id: string }>(
  each: z.ZodMiniType<T>,
  readPage: (page: Page) => Promise<unknown>,
): AsyncGenerator<T[]> {
  let last: string | undefined;
  for (let more = true; more;) {
    const page = { limit: pageSize, ...(last === undefined ? {} : { starting_after: last }) };
    const { data, has_more: hasMore } = await readStripeAnswer(readPage(page), stripeListSchemaOf(each));
    if (data.length > 0) yield data;
    last = data.at(-1)?.id;
    more = hasMore && last !== undefined;
  }
}

async function* mapped<T, U>(pages: AsyncIterable<T[]>, map: (each: T) => U): AsyncGenerator<U[]> {
  for await (const page of pages) yield page.map(map);
}

const createdIn = ({ since }: CreatedSinceFilter) =>
  since === undefined ? {} : { created: { gte: Math.floor(since.getTime() / 1_000) } };

/** A dispute's id is needed for paging only. */
const pagedDispute = z.extend(stripeListedDisputeAnswerSchema, { id: z.string() });

/** Lists the objects of a Stripe account, page by page. */
export const createStripeListings = ({
  customers,
  disputes,
  paymentIntents,
  refunds,
  subscriptions,
}: Stripe): PaymentListings => ({
  customerPages: (query = {}) =>
    mapped(
      pagesOf(stripeListedCustomerAnswerSchema, (page) => customers.list({ ...createdIn(query), ...page })),
      toProviderCustomer,
    ),
  subscriptionPages: (query = {}) =>
    mapped(
      pagesOf(stripeListedSubscriptionAnswerSchema, (page) =>
        subscriptions.list({
          ...createdIn(query),
          ...page,
          ...(query.running === true ? {} : { status: 'all' }),
          expand: ['data.default_payment_method', 'data.customer'],
        }),
      ),
      toListedSubscription,
    ),
  paymentPages: (query = {}) =>
    mapped(
      pagesOf(stripeListedPaymentAnswerSchema, (page) =>
        paymentIntents.list({
          ...createdIn(query),
          ...page,
          ...(query.customerId === undefined ? {} : { customer: query.customerId }),
          expand: ['data.payment_method', 'data.latest_charge', 'data.customer'],
        }),
      ),
      toListedPayment,
    ),
  refundPages: (query = {}) =>
    mapped(
      pagesOf(stripeListedRefundAnswerSchema, (page) => refunds.list({ ...createdIn(query), ...page })),
      toListedRefund,
    ),
  disputePages: (query = {}) =>
    mapped(
      pagesOf(pagedDispute, (page) => disputes.list({ ...createdIn(query), ...page })),
      (dispute) => ({ paymentIntentId: dispute.payment_intent, status: toChargeDisputeStatus(dispute) }),
    ),
});
