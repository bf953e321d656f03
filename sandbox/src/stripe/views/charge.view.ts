import type { SimulatedStripeAccount } from '../account.ts';
import type { StripeApiObject, JsonObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedCharge, SimulatedDispute, SimulatedRefund } from '../state.types.ts';
import { cardViewFields } from './payment-method.view.ts';

const outcome = ({ failure }: SimulatedCharge): JsonObject =>
  failure === null
    ? {
        type: 'authorized',
        network_status: 'approved_by_network',
        seller_message: 'Payment complete.',
        risk_level: 'normal',
        risk_score: 20,
      }
    : {
        type: 'issuer_declined',
        network_status: 'declined_by_network',
        reason: failure.declineCode ?? failure.code,
        seller_message: 'The bank did not return any further details with this decline.',
        risk_level: 'normal',
        risk_score: 20,
      };

export function toStripeApiCharge(account: SimulatedStripeAccount, charge: SimulatedCharge): StripeApiObject {
  const succeeded = charge.status === 'succeeded';
  return fillMissingStripeFields('charge', {
    id: charge.id,
    created: charge.created,
    amount: charge.amount,
    amount_captured: succeeded ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    billing_details: charge.paymentMethod.billingDetails,
    calculated_statement_descriptor: 'SANDBOX',
    captured: succeeded,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    disputed: charge.disputed,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    outcome: outcome(charge),
    paid: succeeded,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod.id,
    payment_method_details: {
      type: 'card',
      card: {
        ...cardViewFields(charge.paymentMethod),
        amount_authorized: succeeded ? charge.amount : null,
        network: charge.paymentMethod.card.brand,
        three_d_secure: charge.authenticated
          ? {
              authentication_flow: 'challenge',
              result: 'authenticated',
              version: '2.2.0',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result_reason: null,
              transaction_id: null,
            }
          : null,
      },
    },
    receipt_email: charge.receiptEmail,
    receipt_url: succeeded ? account.page(`/stripe/receipts/${charge.id}`) : null,
    refunded: charge.amountRefunded === charge.amount && succeeded,
    statement_descriptor_suffix: charge.statementDescriptorSuffix,
    status: charge.status,
  });
}

export function toStripeApiRefund(account: SimulatedStripeAccount, refund: SimulatedRefund): StripeApiObject {
  const charge = account.charge(refund.charge);
  return fillMissingStripeFields('refund', {
    id: refund.id,
    created: refund.created,
    amount: refund.amount,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    metadata: refund.metadata,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod.id,
    reason: refund.reason,
    status: refund.status,
  });
}

export function toStripeApiDispute(account: SimulatedStripeAccount, dispute: SimulatedDispute): StripeApiObject {
  const charge = account.charge(dispute.charge);
  const open = dispute.status === 'needs_response';
  return fillMissingStripeFields('dispute', {
    id: dispute.id,
    created: dispute.created,
    amount: dispute.amount,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { enhanced_evidence: {} },
    evidence_details: {
      due_by: open ? dispute.created + 9 * 86_400 : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.paymentIntent,
    reason: 'fraudulent',
    status: dispute.status,
  });
}
