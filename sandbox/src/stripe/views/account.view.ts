import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedPaymentMethodDomain } from '../state.types.ts';

/** The account itself, which only Stripe's dashboard changes. */
export const stripeApiAccount = (): StripeApiObject =>
  fillMissingStripeFields('account', {
    id: 'acct_sandbox',
    charges_enabled: true,
    country: 'GB',
    default_currency: 'gbp',
    details_submitted: true,
    email: 'owner@vehicle-enquiry.example',
    payouts_enabled: true,
    settings: {
      branding: {},
      card_payments: {},
      dashboard: { display_name: 'Vehicle Enquiry', timezone: 'Europe/London' },
      payments: { statement_descriptor: 'VEHICLE ENQUIRY' },
    },
    type: 'standard',
  });

const active = { status: 'active' };

export const toStripeApiPaymentMethodDomain = (domain: SimulatedPaymentMethodDomain): StripeApiObject =>
  fillMissingStripeFields('payment_method_domain', {
    id: domain.id,
    created: domain.created,
    domain_name: domain.domainName,
    enabled: domain.enabled,
    amazon_pay: active,
    apple_pay: active,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  });
