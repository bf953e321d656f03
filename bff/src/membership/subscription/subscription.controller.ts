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

  @Serves(readSubscription, { audience: 'customer', limitShare: 5, summary: 'Returns the signed-in user’s membership' })
  read(@Ctx() context: Context): Promise<Subscription> {
    return readMembership(context, userIdOf(context));
  }

  @Serves(upgradeSubscription, {
    audience: 'customer',
    limitShare: 0.5,
    summary: 'Ends the trial now, pays for an unpaid membership, or restarts an ended one',
    description:
      'Charges the saved card the full price. Idempotent: no user gets a second membership or pays for a period ' +
      'twice. The body is required only to restart an ended membership.',
    bodyLimit: 4_096,
  })
  upgrade(@Ctx() context: Context, @Body() rejoin: BodyOf<typeof upgradeSubscription>): Promise<Upgrade> {
    return this.upgrades.upgrade(context, userIdOf(context), rejoin?.consent ?? null);
  }

  @Serves(cancelSubscription, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Cancels the membership: a trial now, otherwise at the end of the paid period',
    description: 'A membership whose last charge is refunded also ends now.',
  })
  cancel(@Ctx() context: Context): Promise<Cancellation> {
    return this.cancellations.cancel(context, userIdOf(context));
  }

  @Serves(readMembershipLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns what a cancellation link would cancel, without cancelling it',
  })
  readLink(@Ctx() context: Context, @Body() { token }: BodyOf<typeof readMembershipLink>): Promise<MembershipLink> {
    return this.cancellations.readLink(context, token);
  }

  @Serves(cancelByLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Cancels the membership with the link from an e-mail, without signing in',
  })
  cancelByLink(@Ctx() context: Context, @Body() { token }: BodyOf<typeof cancelByLink>): Promise<Cancellation> {
    return this.cancellations.cancelByLink(context, token);
  }

  @Serves(withdrawCancellation, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Withdraws a cancellation while the paid period runs',
    description:
      'Nothing is charged now. Not possible for a trial or after a refund, since those memberships have ended.',
  })
  keep(@Ctx() context: Context): Promise<CancellationWithdrawalAnswer> {
    return this.cancellations.keep(context, userIdOf(context));
  }

  @Serves(withdrawCancellationByLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Withdraws a cancellation with the link from an e-mail, without signing in',
  })
  withdrawCancellationByLink(
    @Ctx() context: Context,
    @Body() { token }: BodyOf<typeof withdrawCancellationByLink>,
  ): Promise<WithdrawByLink> {
    return this.cancellations.withdrawCancellationByLink(context, token);
  }
}
