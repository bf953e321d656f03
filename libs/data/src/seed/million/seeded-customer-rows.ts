import { currentConsents } from '@ve/domain/membership/consents';
import { caseDueAt } from '@ve/domain/messaging/contact/case-due';
import { membershipOffer } from '@ve/domain/membership/offer';
import { purgeCutoff, retentionSchedule } from '@ve/domain/privacy/retention';
import type { SeedRow } from './copy-rows-into-table.ts';
import {
  seededAddressOf,
  seededCreationTimeOf,
  type SeededCustomer,
  seededIdOf,
  seededIdOfSeveral,
  seededNameAndEmailOf,
  type SeedParameters,
  seededStripeIdSuffix,
} from './customer.ts';
import { mayHaveChargesSince, seededMembershipOf } from './membership.ts';
import { seededPlateOf, seededVehicleColumns } from './vehicle.ts';

const aDay = 86_400_000;

/** The rows of one customer in each table, in the order of the foreign keys. */
export const seededCustomerTables: Record<string, (customer: SeededCustomer) => SeedRow[]> = {
  users: (customer) => {
    const at = seededCreationTimeOf(customer);
    const { email } = seededNameAndEmailOf(customer);
    return [{ id: seededIdOf(customer, 'user'), email, email_verified_at: later(at, 60_000), created_at: at }];
  },

  user_roles: (customer) => [
    {
      id: seededIdOf(customer, 'role'),
      user_id: seededIdOf(customer, 'user'),
      role: 'user',
      created_at: seededCreationTimeOf(customer),
    },
  ],

  customers: (customer) => [
    {
      id: seededIdOf(customer, 'customer'),
      user_id: seededIdOf(customer, 'user'),
      ...seededNameAndEmailOf(customer),
      ...seededAddressOf(customer),
      stripe_customer_id: `cus_${seededStripeIdSuffix(customer)}`,
      stripe_subscription_id: `sub_${seededStripeIdSuffix(customer)}`,
      created_at: seededCreationTimeOf(customer),
    },
  ],

  subscriptions: (customer) => {
    const { status, period, trialEndsAt, endsAt, charges } = seededMembershipOf(customer);
    const failed = status === 'past_due' || status === 'unpaid';
    const invoiceId = `in_${seededStripeIdSuffix(customer)}`;
    return [
      {
        id: seededIdOf(customer, 'subscription'),
        user_id: seededIdOf(customer, 'user'),
        status,
        // Half of the members have used the check of their period.
        credits_used: status === 'active' && customer.index % 2 === 0 ? 0 : 1,
        registration_number: seededPlateOf(customer).registration,
        stripe_subscription_id: `sub_${seededStripeIdSuffix(customer)}`,
        trial_ends_at: trialEndsAt,
        current_period_start: period.start,
        current_period_end: period.end,
        credited_period_end: charges.length > 1 ? period.end : null,
        ends_at: endsAt,
        card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: customer.scale.now.getUTCFullYear() + 2 },
        payment_problem: failed
          ? {
              kind: 'declined',
              pence: membershipOffer.membership.pence,
              failedAt: null,
              nextAttemptAt: null,
              invoiceId,
            }
          : null,
        created_at: seededCreationTimeOf(customer),
        // Subscriptions that have not ended were read from Stripe just now: the workers read them again in a day.
        updated_at: endsAt ?? customer.scale.now,
      },
    ];
  },

  payments: (customer) =>
    seededMembershipOf(customer).charges.map((charge, number) => ({
      id: seededIdOfSeveral(customer, 'charge', number),
      user_id: seededIdOf(customer, 'user'),
      kind: charge.kind,
      stripe_payment_intent_id: `pi_${seededStripeIdSuffix(customer)}x${number}`,
      stripe_invoice_id: charge.kind === 'trial' ? null : `in_${seededStripeIdSuffix(customer)}x${number}`,
      stripe_subscription_id: charge.kind === 'trial' ? null : `sub_${seededStripeIdSuffix(customer)}`,
      amount_pence: charge.pence,
      full_check_pence: charge.kind === 'membership' ? membershipOffer.membership.fullCheckPence : 0,
      consent_version: charge.kind === 'membership' ? currentConsents['start-now'].version : null,
      currency: membershipOffer.currency,
      refunded_pence: charge.refundedAt === null ? 0 : charge.pence,
      refunded_at: charge.refundedAt,
      paid_at: charge.paidAt,
      period_start: charge.period?.start ?? null,
      period_end: charge.period?.end ?? null,
      created_at: charge.paidAt,
    })),

  reports: (customer) => [
    {
      id: seededIdOf(customer, 'report'),
      customer_id: seededIdOf(customer, 'customer'),
      ...seededVehicleColumns(customer),
      report_data: {
        tax_status: 'Taxed',
        mot_status: 'Valid',
        insurance_status: null,
        vdi_data: null,
        full_vdi_data: null,
        raw_api_data: null,
      },
      created_at: seededCreationTimeOf(customer),
      updated_at: seededCreationTimeOf(customer),
    },
  ],

  mails: (customer) => {
    const { email } = seededNameAndEmailOf(customer);
    const receipts = youngCharges(customer, purgeCutoff(retentionSchedule.mails, customer.scale.now)).map(
      ({ number, paidAt }) => {
        const subject = seededIdOfSeveral(customer, 'charge', number);
        const row = { id: seededIdOfSeveral(customer, 'receipt', number), template: 'receipt', recipient: email };
        return { ...row, subject_id: subject, unique_key: `receipt.${subject}`, ...sentAt(customer, paidAt) };
      },
    );
    if (later(seededCreationTimeOf(customer), aDay) < customer.scale.now) return receipts;
    // The notice before the first charge, which the workers would otherwise write.
    const notice = { id: seededIdOf(customer, 'notice'), template: 'pre-charge', recipient: email };
    const [subject_id, unique_key] = [
      seededIdOf(customer, 'subscription'),
      `pre-charge.sub_${seededStripeIdSuffix(customer)}`,
    ];
    return [...receipts, { ...notice, subject_id, unique_key, ...sentAt(customer, seededCreationTimeOf(customer)) }];
  },

  stripe_events: (customer) =>
    youngCharges(customer, purgeCutoff(retentionSchedule.stripeEvents, customer.scale.now)).map(
      ({ kind, number, paidAt }) => ({
        id: seededIdOfSeveral(customer, 'event', number),
        stripe_event_id: `evt_${seededStripeIdSuffix(customer)}x${number}`,
        type: kind === 'trial' ? 'payment_intent.succeeded' : 'invoice.paid',
        object_id: `${kind === 'trial' ? 'pi' : 'in'}_${seededStripeIdSuffix(customer)}x${number}`,
        created_at: paidAt,
        received_at: paidAt,
        processed_at: paidAt,
      }),
    ),

  contact_messages: (customer) => {
    if (customer.index % 200 !== 0 || !isOld(customer)) return [];
    const isComplaint = customer.index % 2_000 === 0;
    const at = seededCreationTimeOf(customer);
    return [
      {
        id: seededIdOf(customer, 'message'),
        kind: isComplaint ? 'complaint' : 'enquiry',
        reference: `VE-${customer.index.toString(36).toUpperCase().padStart(8, '0')}`,
        // A complaint left open would be escalated by the workers.
        state: 'answered',
        answered_at: later(at, aDay),
        ...seededNameAndEmailOf(customer),
        message: 'When does my trial end, and what do I pay then?',
        registration: seededPlateOf(customer).registration,
        received_at: later(at, 3_600_000),
        due_at: caseDueAt(isComplaint ? 'complaint' : 'enquiry', later(at, 3_600_000)),
      },
    ];
  },

  audit_log: (customer) => {
    if (customer.index % 20 !== 0 || !isOld(customer)) return [];
    const what = {
      actor: 'admin@example.com',
      action: 'customer.viewed',
      subject: seededIdOf(customer, 'user'),
      details: {},
    };
    return [
      { id: seededIdOf(customer, 'audit'), created_at: later(seededCreationTimeOf(customer), 7_200_000), ...what },
    ];
  },
};

/** The rows of one table for all customers. */
export function* seededCustomerRows(
  rowsOf: (customer: SeededCustomer) => SeedRow[],
  scale: SeedParameters,
): Generator<SeedRow> {
  for (let index = 0; index < scale.count; index += 1) yield* rowsOf({ scale, index });
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Whether a customer exists for long enough to have events of later days. */
const isOld = (customer: SeededCustomer): boolean =>
  later(seededCreationTimeOf(customer), 2 * aDay) < customer.scale.now;

const youngCharges = (customer: SeededCustomer, since: Date) =>
  mayHaveChargesSince(customer, since)
    ? seededMembershipOf(customer)
        .charges.map(({ kind, paidAt }, number) => ({ kind, paidAt, number }))
        .filter(({ paidAt }) => paidAt > since)
    : [];

/** Of a hundred mails one was refused, and one was skipped. */
const sentAt = ({ index }: SeededCustomer, at: Date) => {
  const [end, closed] = [index % 100, later(at, 5_000)];
  return {
    stream: 'service',
    created_at: at,
    sent_at: end > 1 ? closed : null,
    failed_at: end === 0 ? closed : null,
    failure: end === 0 ? 'refused 550' : null,
    skipped_at: end === 1 ? closed : null,
    skip_reason: end === 1 ? 'not-needed' : null,
  };
};
