import { Module } from '@nestjs/common';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { Addresses } from '@ve/app/membership/addresses/find-addresses';
import { AnnouncedChanges } from '@ve/app/membership/announced-change/agree-to-change';
import { MemberCancellations } from '@ve/app/membership/cancellation/cancel-by-member';
import { CancellationPage } from '@ve/app/membership/cancellation/cancellation-page';
import { Disputes } from '@ve/app/membership/disputes/open-dispute';
import { DeclineLimit } from '@ve/app/membership/payments/declines';
import { Payments } from '@ve/app/membership/payments/payments';
import { StripeEvents } from '@ve/app/membership/payments/receive-stripe-event';
import { PhoneNumbers } from '@ve/app/membership/phone/confirm-phone';
import { PaymentConfirmations } from '@ve/app/membership/sign-up/confirm-payment';
import { PaymentAttempts } from '@ve/app/membership/sign-up/payment-attempts';
import { Checkouts } from '@ve/app/membership/sign-up/start-checkout';
import { CardChanges } from '@ve/app/membership/subscription/change-card';
import { ChargeAttempts, Upgrades } from '@ve/app/membership/subscription/upgrade';
import { Charges } from '@ve/app/membership/subscription/charges';
import { SubscriptionLock } from '@ve/app/membership/subscription/subscription-lock';
import { crossContextListener } from '@ve/app/cross-context-listener';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { provideFactory, provideFactoryWithDeps } from '../platform/provide.ts';
import { CLOCK, CONFIG, LOGGER } from '../platform/injection-tokens.ts';
import { AddressRegister } from './address-register.ts';
import { AddressesController } from './addresses/addresses.controller.ts';
import { CheckoutController } from './checkout/checkout.controller.ts';
import { SignUps, Memberships } from './awaited-rows.ts';
import { DisputesController } from './disputes/disputes.controller.ts';
import { PhoneController } from './phone/phone.controller.ts';
import { StripeSignature } from './stripe-webhook/stripe-signature.ts';
import { StripeWebhookController } from './stripe-webhook/stripe-webhook.controller.ts';
import { AnnouncedChangesController } from './subscription/announced-changes.controller.ts';
import { CancellationPageController } from './subscription/cancellation-page.controller.ts';
import { CardController } from './subscription/card.controller.ts';
import { SubscriptionController } from './subscription/subscription.controller.ts';

@Module({
  controllers: [
    AddressesController,
    AnnouncedChangesController,
    CancellationPageController,
    CardController,
    CheckoutController,
    DisputesController,
    PhoneController,
    StripeWebhookController,
    SubscriptionController,
  ],
  providers: [
    Memberships,
    SignUps,
    StripeSignature,
    provideFactory(AnnouncedChanges, [ClientAddresses]),
    provideFactory(CancellationPage, [ClientAddresses]),
    provideFactory(Disputes, [ClientAddresses]),
    provideFactory(ChargeAttempts, [DeclineLimit]),
    provideFactory(PhoneNumbers, []),
    provideFactory(SubscriptionLock, []),
    {
      provide: Addresses,
      useFactory: (register: AddressRegister, clients: ClientAddresses, logger: Logger, clock: Clock) =>
        new Addresses({ register, clients, logger, logOnce: createLogLimiter(clock) }),
      inject: [AddressRegister, ClientAddresses, LOGGER, CLOCK],
    },
    {
      provide: Checkouts,
      useFactory: (config: Config, addresses: ClientAddresses, payments: Payments) =>
        new Checkouts({ perHour: config.SIGN_UPS_AN_HOUR, addresses, payments }),
      inject: [CONFIG, ClientAddresses, Payments],
    },
    {
      provide: PaymentAttempts,
      useFactory: (
        config: Config,
        logger: Logger,
        declines: DeclineLimit,
        addresses: ClientAddresses,
        payments: Payments,
      ) => new PaymentAttempts({ perHour: config.PAYMENT_ATTEMPTS_AN_HOUR, logger, declines, addresses, payments }),
      inject: [CONFIG, LOGGER, DeclineLimit, ClientAddresses, Payments],
    },
    provideFactoryWithDeps(PaymentConfirmations, { payments: Payments, attempts: PaymentAttempts, signUps: SignUps }),
    { provide: MemberCancellations, useValue: new MemberCancellations(crossContextListener) },
    provideFactoryWithDeps(StripeEvents, { declines: DeclineLimit, payments: Payments, logger: LOGGER }),
    provideFactoryWithDeps(CardChanges, {
      payments: Payments,
      declines: DeclineLimit,
      attempts: ChargeAttempts,
      lock: SubscriptionLock,
      charges: Charges,
      logger: LOGGER,
    }),
    provideFactoryWithDeps(Upgrades, {
      charges: Charges,
      attempts: ChargeAttempts,
      lock: SubscriptionLock,
      addresses: ClientAddresses,
      memberships: Memberships,
    }),
    {
      provide: Charges,
      useFactory: (payments: Payments) => new Charges(payments.port, crossContextListener),
      inject: [Payments],
    },
  ],
})
export class MembershipModule {}
