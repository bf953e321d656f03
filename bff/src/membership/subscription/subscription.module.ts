import { Module } from '@nestjs/common';
import { watchSubscriptionListener } from '@ve/data/monitoring/watch/follow-subscription';
import { CancellationPageController } from './cancellation-page.controller.ts';
import { CancellationPageService } from './cancellation-page.service.ts';
import { CancellationService } from './cancellation.service.ts';
import { CardController } from './card.controller.ts';
import { CardService } from './card.service.ts';
import { ChargeAttempts } from './charge-attempts.ts';
import { Charges } from './charges.ts';
import { Memberships } from './memberships.ts';
import { SUBSCRIPTION_LISTENER } from './subscription-listener.token.ts';
import { SubscriptionController } from './subscription.controller.ts';
import { SubscriptionLock } from './subscription-lock.ts';
import { UpgradeService } from './upgrade.service.ts';

@Module({
  controllers: [SubscriptionController, CardController, CancellationPageController],
  providers: [
    CancellationPageService,
    CancellationService,
    CardService,
    ChargeAttempts,
    Charges,
    Memberships,
    SubscriptionLock,
    UpgradeService,
    { provide: SUBSCRIPTION_LISTENER, useValue: watchSubscriptionListener },
  ],
})
export class SubscriptionModule {}
