import { Module } from '@nestjs/common';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { AddressSearchService } from '@ve/app/membership/addresses/find-addresses';
import { AnnouncedChangeService } from '@ve/app/membership/announced-change/agree-to-change';
import { MemberCancellationService } from '@ve/app/membership/cancellation/cancel-by-member';
import { CancellationPageService } from '@ve/app/membership/cancellation/cancellation-page';
import { DataDisputeService } from '@ve/app/membership/disputes/open-dispute';
import { CardDeclineLimit } from '@ve/app/membership/payments/declines';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { StripeEventReceiver } from '@ve/app/membership/payments/receive-stripe-event';
import { PhoneNumberService } from '@ve/app/membership/phone/confirm-phone';
import { SignUpPaymentConfirmationService } from '@ve/app/membership/sign-up/confirm-payment';
import { SignUpPaymentAttemptService } from '@ve/app/membership/sign-up/payment-attempts';
import { CheckoutService } from '@ve/app/membership/sign-up/start-checkout';
import { CardChangeService } from '@ve/app/membership/subscription/change-card';
import { ChargeAttemptCounter, MembershipUpgradeService } from '@ve/app/membership/subscription/upgrade';
import { StoredCardCharger } from '@ve/app/membership/subscription/charges';
import { SubscriptionLock } from '@ve/app/membership/subscription/subscription-lock';
import { crossContextListener } from '@ve/app/cross-context-listener';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { BffConfig } from '../config.ts';
import { provideClass, provideClassWithDeps } from '../platform/provide.ts';
import { CLOCK_TOKEN, CONFIG_TOKEN, LOGGER_TOKEN } from '../platform/injection-tokens.ts';
import { PostalAddressRegister } from './postal-address-register.ts';
import { PostalAddressSearchController } from './addresses/addresses.controller.ts';
import { CheckoutController } from './checkout/checkout.controller.ts';
import { TrackedSignUps, TrackedMemberships } from './awaited-rows.ts';
import { DataDisputesController } from './disputes/disputes.controller.ts';
import { MemberPhoneNumberController } from './phone/phone.controller.ts';
import { StripeSignatureVerifier } from './stripe-webhook/stripe-signature-verifier.ts';
import { StripeWebhookController } from './stripe-webhook/stripe-webhook.controller.ts';
import { AnnouncedChangesController } from './subscription/announced-changes.controller.ts';
import { CancellationPageController } from './subscription/cancellation-page.controller.ts';
import { PaymentCardChangeController } from './subscription/card.controller.ts';
import { SubscriptionController } from './subscription/subscription.controller.ts';

@Module({
  controllers: [
    PostalAddressSearchController,
    AnnouncedChangesController,
    CancellationPageController,
    PaymentCardChangeController,
    CheckoutController,
    DataDisputesController,
    MemberPhoneNumberController,
    StripeWebhookController,
    SubscriptionController,
  ],
  providers: [
    TrackedMemberships,
    TrackedSignUps,
    StripeSignatureVerifier,
    provideClass(AnnouncedChangeService, [ClientAddressHasher]),
    provideClass(CancellationPageService, [ClientAddressHasher]),
    provideClass(DataDisputeService, [ClientAddressHasher]),
    provideClass(ChargeAttemptCounter, [CardDeclineLimit]),
    provideClass(PhoneNumberService, []),
    provideClass(SubscriptionLock, []),
    {
      provide: AddressSearchService,
      useFactory: (register: PostalAddressRegister, clients: ClientAddressHasher, logger: Logger, clock: Clock) =>
        new AddressSearchService({ register, clients, logger, logOnce: createLogLimiter(clock) }),
      inject: [PostalAddressRegister, ClientAddressHasher, LOGGER_TOKEN, CLOCK_TOKEN],
    },
    {
      provide: CheckoutService,
      useFactory: (config: BffConfig, addresses: ClientAddressHasher, payments: PaymentProviderClient) =>
        new CheckoutService({ perHour: config.SIGN_UPS_AN_HOUR, addresses, payments }),
      inject: [CONFIG_TOKEN, ClientAddressHasher, PaymentProviderClient],
    },
    {
      provide: SignUpPaymentAttemptService,
      useFactory: (
        config: BffConfig,
        logger: Logger,
        declines: CardDeclineLimit,
        addresses: ClientAddressHasher,
        payments: PaymentProviderClient,
      ) =>
        new SignUpPaymentAttemptService({
          perHour: config.PAYMENT_ATTEMPTS_AN_HOUR,
          logger,
          declines,
          addresses,
          payments,
        }),
      inject: [CONFIG_TOKEN, LOGGER_TOKEN, CardDeclineLimit, ClientAddressHasher, PaymentProviderClient],
    },
    provideClassWithDeps(SignUpPaymentConfirmationService, {
      payments: PaymentProviderClient,
      attempts: SignUpPaymentAttemptService,
      signUps: TrackedSignUps,
    }),
    { provide: MemberCancellationService, useValue: new MemberCancellationService(crossContextListener) },
    provideClassWithDeps(StripeEventReceiver, {
      declines: CardDeclineLimit,
      payments: PaymentProviderClient,
      logger: LOGGER_TOKEN,
    }),
    provideClassWithDeps(CardChangeService, {
      payments: PaymentProviderClient,
      declines: CardDeclineLimit,
      attempts: ChargeAttemptCounter,
      lock: SubscriptionLock,
      charges: StoredCardCharger,
      logger: LOGGER_TOKEN,
    }),
    provideClassWithDeps(MembershipUpgradeService, {
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
