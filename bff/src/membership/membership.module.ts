import { Module } from '@nestjs/common';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { AddressSearchService } from '@ve/app/membership/addresses/find-addresses';
import { AnnouncedChangeService } from '@ve/app/membership/announced-change/agree-to-change';
import { MemberCancellationService } from '@ve/app/membership/cancellation/cancel-by-member';
import { CancellationPageService } from '@ve/app/membership/cancellation/cancellation-page';
import { DataDisputeService } from '@ve/app/membership/disputes/open-dispute';
import { DeclineLimit } from '@ve/app/membership/payments/declines';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { StripeEventReceiver } from '@ve/app/membership/payments/receive-stripe-event';
import { PhoneNumberService } from '@ve/app/membership/phone/confirm-phone';
import { PaymentConfirmationService } from '@ve/app/membership/sign-up/confirm-payment';
import { PaymentAttemptService } from '@ve/app/membership/sign-up/payment-attempts';
import { CheckoutService } from '@ve/app/membership/sign-up/start-checkout';
import { CardChangeService } from '@ve/app/membership/subscription/change-card';
import { ChargeAttemptCounter, UpgradeService } from '@ve/app/membership/subscription/upgrade';
import { StoredCardCharger } from '@ve/app/membership/subscription/charges';
import { SubscriptionLock } from '@ve/app/membership/subscription/subscription-lock';
import { crossContextListener } from '@ve/app/cross-context-listener';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { BffConfig } from '../config.ts';
import { provideFactory, provideFactoryWithDeps } from '../platform/provide.ts';
import { CLOCK, CONFIG, LOGGER } from '../platform/injection-tokens.ts';
import { PostalAddressRegister } from './postal-address-register.ts';
import { AddressesController } from './addresses/addresses.controller.ts';
import { CheckoutController } from './checkout/checkout.controller.ts';
import { TrackedSignUps, TrackedMemberships } from './awaited-rows.ts';
import { DisputesController } from './disputes/disputes.controller.ts';
import { PhoneController } from './phone/phone.controller.ts';
import { StripeSignatureVerifier } from './stripe-webhook/stripe-signature-verifier.ts';
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
    TrackedMemberships,
    TrackedSignUps,
    StripeSignatureVerifier,
    provideFactory(AnnouncedChangeService, [ClientAddressHasher]),
    provideFactory(CancellationPageService, [ClientAddressHasher]),
    provideFactory(DataDisputeService, [ClientAddressHasher]),
    provideFactory(ChargeAttemptCounter, [DeclineLimit]),
    provideFactory(PhoneNumberService, []),
    provideFactory(SubscriptionLock, []),
    {
      provide: AddressSearchService,
      useFactory: (register: PostalAddressRegister, clients: ClientAddressHasher, logger: Logger, clock: Clock) =>
        new AddressSearchService({ register, clients, logger, logOnce: createLogLimiter(clock) }),
      inject: [PostalAddressRegister, ClientAddressHasher, LOGGER, CLOCK],
    },
    {
      provide: CheckoutService,
      useFactory: (config: BffConfig, addresses: ClientAddressHasher, payments: PaymentProviderClient) =>
        new CheckoutService({ perHour: config.SIGN_UPS_AN_HOUR, addresses, payments }),
      inject: [CONFIG, ClientAddressHasher, PaymentProviderClient],
    },
    {
      provide: PaymentAttemptService,
      useFactory: (
        config: BffConfig,
        logger: Logger,
        declines: DeclineLimit,
        addresses: ClientAddressHasher,
        payments: PaymentProviderClient,
      ) =>
        new PaymentAttemptService({ perHour: config.PAYMENT_ATTEMPTS_AN_HOUR, logger, declines, addresses, payments }),
      inject: [CONFIG, LOGGER, DeclineLimit, ClientAddressHasher, PaymentProviderClient],
    },
    provideFactoryWithDeps(PaymentConfirmationService, {
      payments: PaymentProviderClient,
      attempts: PaymentAttemptService,
      signUps: TrackedSignUps,
    }),
    { provide: MemberCancellationService, useValue: new MemberCancellationService(crossContextListener) },
    provideFactoryWithDeps(StripeEventReceiver, {
      declines: DeclineLimit,
      payments: PaymentProviderClient,
      logger: LOGGER,
    }),
    provideFactoryWithDeps(CardChangeService, {
      payments: PaymentProviderClient,
      declines: DeclineLimit,
      attempts: ChargeAttemptCounter,
      lock: SubscriptionLock,
      charges: StoredCardCharger,
      logger: LOGGER,
    }),
    provideFactoryWithDeps(UpgradeService, {
      charges: StoredCardCharger,
      attempts: ChargeAttemptCounter,
      lock: SubscriptionLock,
      addresses: ClientAddressHasher,
      memberships: TrackedMemberships,
    }),
    {
      provide: StoredCardCharger,
      useFactory: (payments: PaymentProviderClient) => new StoredCardCharger(payments.port, crossContextListener),
      inject: [PaymentProviderClient],
    },
  ],
})
export class MembershipModule {}
