import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf } from '@ve/contracts/endpoint';
import { type CancellationWithdrawalAnswer, withdrawCancellation } from '@ve/contracts/http/membership/cancellation';
import {
  cancelByLink,
  type Cancellation,
  cancelSubscription,
  type WithdrawByLink,
  withdrawCancellationByLink,
  type MembershipLink,
  readMembershipLink,
} from '@ve/contracts/http/membership/membership-link';
import {
  readSubscription,
  type Subscription,
  type Upgrade,
  upgradeSubscription,
} from '@ve/contracts/http/membership/subscription';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { userIdOf } from '../../http/user-id.ts';
import { CancellationService } from './cancellation.service.ts';
import { readMembership } from '../read-membership.ts';
import { UpgradeService } from './upgrade.service.ts';

@ApiTags('Subscription')
@Controller()
export class SubscriptionController {
  constructor(
    @Inject(UpgradeService) private readonly upgrades: UpgradeService,
    @Inject(CancellationService) private readonly cancellations: CancellationService,
  ) {}

  @Serves(readSubscription, { audience: 'customer', limitShare: 5, summary: 'The membership of the signed-in user' })
  read(@Ctx() context: Context): Promise<Subscription> {
    return readMembership(context, userIdOf(context));
  }

  @Serves(upgradeSubscription, {
    audience: 'customer',
    limitShare: 0.5,
    summary: 'End the trial now, pay an unpaid membership, or start an ended one again',
    description:
      'Charges the stored card the full price. Safe to repeat: nobody gets a second membership or pays a period twice. ' +
      'The body is needed only to start an ended membership again.',
    bodyLimit: 4_096,
  })
  upgrade(@Ctx() context: Context, @Body() rejoin: BodyOf<typeof upgradeSubscription>): Promise<Upgrade> {
    return this.upgrades.upgrade(context, userIdOf(context), rejoin?.consent ?? null);
  }

  @Serves(cancelSubscription, {
    audience: 'customer',
    limitShare: 1,
    summary: 'End the trial now, or the membership with its paid period',
    description: 'A membership whose last charge is given back ends now too.',
  })
  cancel(@Ctx() context: Context): Promise<Cancellation> {
    return this.cancellations.cancel(context, userIdOf(context));
  }

  @Serves(readMembershipLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'What a cancel link would cancel; nothing is cancelled',
  })
  readLink(@Ctx() context: Context, @Body() { token }: BodyOf<typeof readMembershipLink>): Promise<MembershipLink> {
    return this.cancellations.readLink(context, token);
  }

  @Serves(cancelByLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Cancel by the link of a mail, without signing in',
  })
  cancelByLink(@Ctx() context: Context, @Body() { token }: BodyOf<typeof cancelByLink>): Promise<Cancellation> {
    return this.cancellations.cancelByLink(context, token);
  }

  @Serves(withdrawCancellation, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Take a cancellation back while the paid period runs',
    description: 'Nothing is charged now. Not of a trial, nor once anything was given back: those have ended.',
  })
  keep(@Ctx() context: Context): Promise<CancellationWithdrawalAnswer> {
    return this.cancellations.keep(context, userIdOf(context));
  }

  @Serves(withdrawCancellationByLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Take a cancellation back by the link of a mail, without signing in',
  })
  withdrawCancellationByLink(
    @Ctx() context: Context,
    @Body() { token }: BodyOf<typeof withdrawCancellationByLink>,
  ): Promise<WithdrawByLink> {
    return this.cancellations.withdrawCancellationByLink(context, token);
  }
}
