import { Module } from '@nestjs/common';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { MemberCancellations } from '@ve/app/membership/cancellation/cancel-by-member';
import { CancellationPage } from '@ve/app/membership/cancellation/cancellation-page';
import { Disputes } from '@ve/app/membership/disputes/open-dispute';
import { Declines } from '@ve/app/membership/payments/declines';
import { Payments } from '@ve/app/membership/payments/payments';
import { PhoneNumbers } from '@ve/app/membership/phone/confirm-phone';
import { PaymentConfirmations } from '@ve/app/membership/sign-up/confirm-payment';
import { PaymentAttempts } from '@ve/app/membership/sign-up/payment-attempts';
import { Checkouts } from '@ve/app/membership/sign-up/start-checkout';
import { watchSubscriptionListener } from '@ve/data/monitoring/watch/follow-subscription';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { provide } from '../platform/provide.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';
import { AddressErrors } from './addresses/address-errors.ts';
import { AddressesController } from './addresses/addresses.controller.ts';
import { AddressesService } from './addresses/addresses.service.ts';
import { CheckoutController } from './checkout/checkout.controller.ts';
import { SignUps } from './checkout/sign-ups.ts';
import { DisputesController } from './disputes/disputes.controller.ts';
import { PhoneController } from './phone/phone.controller.ts';
import { CardTries } from './stripe-webhook/card-tries.ts';
import { StripeSignature } from './stripe-webhook/stripe-signature.ts';
import { StripeWebhookController } from './stripe-webhook/stripe-webhook.controller.ts';
import { CancellationPageController } from './subscription/cancellation-page.controller.ts';
import { CardController } from './subscription/card.controller.ts';
import { CardService } from './subscription/card.service.ts';
import { ChargeAttempts } from './subscription/charge-attempts.ts';
import { Charges } from './subscription/charges.ts';
import { Memberships } from './subscription/memberships.ts';
import { SubscriptionController } from './subscription/subscription.controller.ts';
import { SubscriptionLock } from './subscription/subscription-lock.ts';
import { UpgradeService } from './subscription/upgrade.service.ts';

/** How long a request waits until the workers have recorded a payment, in milliseconds. */
const waitMs = 10_000;

@Module({
  controllers: [
    AddressesController,
    CancellationPageController,
    CardController,
    CheckoutController,
    DisputesController,
    PhoneController,
    StripeWebhookController,
    SubscriptionController,
  ],
  providers: [
    AddressErrors,
    AddressesService,
    CardService,
    CardTries,
    ChargeAttempts,
    Memberships,
    SignUps,
    StripeSignature,
    SubscriptionLock,
    UpgradeService,
    provide(CancellationPage, [ClientAddresses]),
    provide(Disputes, [ClientAddresses]),
    provide(PhoneNumbers, []),
    {
      provide: Checkouts,
      useFactory: (config: Config, addresses: ClientAddresses, payments: Payments) =>
        new Checkouts({ perHour: config.SIGN_UPS_AN_HOUR, addresses, payments }),
      inject: [CONFIG, ClientAddresses, Payments],
    },
    {
      provide: PaymentAttempts,
      useFactory: (config: Config, log: Logger, declines: Declines, addresses: ClientAddresses, payments: Payments) =>
        new PaymentAttempts({ perHour: config.PAYMENT_ATTEMPTS_AN_HOUR, log, declines, addresses, payments }),
      inject: [CONFIG, LOGGER, Declines, ClientAddresses, Payments],
    },
    {
      provide: PaymentConfirmations,
      useFactory: (payments: Payments, attempts: PaymentAttempts, signUps: SignUps) =>
        new PaymentConfirmations({ payments, attempts, finished: (id) => signUps.work.waitUntilDone(id, waitMs) }),
      inject: [Payments, PaymentAttempts, SignUps],
    },
    { provide: MemberCancellations, useValue: new MemberCancellations(watchSubscriptionListener) },
    {
      provide: Charges,
      useFactory: (payments: Payments) => new Charges(payments, watchSubscriptionListener),
      inject: [Payments],
    },
  ],
})
export class MembershipModule {}
