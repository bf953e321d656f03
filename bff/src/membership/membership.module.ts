import { Module } from '@nestjs/common';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { MemberCancellations } from '@ve/app/membership/cancellation/cancel-by-member';
import { CancellationPage } from '@ve/app/membership/cancellation/cancellation-page';
import { Disputes } from '@ve/app/membership/disputes/open-dispute';
import { PhoneNumbers } from '@ve/app/membership/phone/confirm-phone';
import { watchSubscriptionListener } from '@ve/data/monitoring/watch/follow-subscription';
import { provide } from '../platform/provide.ts';
import { AddressErrors } from './addresses/address-errors.ts';
import { AddressesController } from './addresses/addresses.controller.ts';
import { AddressesService } from './addresses/addresses.service.ts';
import { CheckoutController } from './checkout/checkout.controller.ts';
import { CheckoutService } from './checkout/checkout.service.ts';
import { ConfirmationService } from './checkout/confirmation.service.ts';
import { PaymentAttempts } from './checkout/payment-attempts.service.ts';
import { SignUps } from './checkout/sign-ups.ts';
import { DisputesController } from './disputes/disputes.controller.ts';
import { Payments } from './payments.ts';
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
    CheckoutService,
    ConfirmationService,
    Memberships,
    PaymentAttempts,
    SignUps,
    StripeSignature,
    SubscriptionLock,
    UpgradeService,
    provide(CancellationPage, [ClientAddresses]),
    provide(Disputes, [ClientAddresses]),
    provide(PhoneNumbers, []),
    { provide: MemberCancellations, useValue: new MemberCancellations(watchSubscriptionListener) },
    {
      provide: Charges,
      useFactory: (payments: Payments) => new Charges(payments, watchSubscriptionListener),
      inject: [Payments],
    },
  ],
})
export class MembershipModule {}
