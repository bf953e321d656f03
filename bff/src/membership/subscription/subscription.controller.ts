import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { findMeantMembership, MemberCancellations } from '@ve/app/membership/cancellation/cancel-by-member';
import { cancellationOutcomeOf } from '@ve/app/membership/cancellation/cancellation-outcome';
import { Upgrades } from '@ve/app/membership/subscription/upgrade';
import type { BodyOf } from '@ve/contracts/endpoint';
import { type CancellationWithdrawalAnswer, withdrawCancellation } from '@ve/contracts/http/membership/cancellation';
import {
  cancelByLink,
  type Cancellation,
  cancelSubscription,
  type WithdrawalByLinkAnswer,
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
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOf } from '../../http/user-id.ts';
import { readMembership, toMembershipAnswer } from '../read-membership.ts';
import { toCancellation, toMembershipLink } from '../subscription.mapper.ts';

@ApiTags('Subscription')
@Controller()
export class SubscriptionController {
  constructor(
    @Inject(Upgrades) private readonly upgrades: Upgrades,
    @Inject(MemberCancellations) private readonly cancellations: MemberCancellations,
  ) {}

  @ServesEndpoint(readSubscription, {
    audience: 'customer',
    limitShare: 5,
    summary: 'Returns the signed-in user’s membership',
  })
  read(@CurrentContext() context: Context): Promise<Subscription> {
    return readMembership(context, userIdOf(context));
  }

  @ServesEndpoint(upgradeSubscription, {
    audience: 'customer',
    limitShare: 0.5,
    summary: 'Ends the trial now, pays for an unpaid membership, or restarts an ended one',
    description:
      'Charges the saved card the full price. Idempotent: no user gets a second membership or pays for a period ' +
      'twice. The body is required only to restart an ended membership.',
    bodyLimit: 4_096,
  })
  async upgrade(
    @CurrentContext() context: Context,
    @Body() rejoin: BodyOf<typeof upgradeSubscription>,
  ): Promise<Upgrade> {
    const upgraded = await this.upgrades.upgrade(context, {
      userId: userIdOf(context),
      consent: rejoin?.consent ?? null,
    });
    if (upgraded.outcome !== 'upgraded') return upgraded;
    return { outcome: 'upgraded', subscription: await toMembershipAnswer(context, upgraded.row) };
  }

  @ServesEndpoint(cancelSubscription, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Cancels the membership: a trial now, otherwise at the end of the paid period',
    description: 'A membership whose last charge is refunded also ends now.',
  })
  async cancel(@CurrentContext() context: Context): Promise<Cancellation> {
    return toCancellation(await this.cancellations.cancel(context, { userId: userIdOf(context) }));
  }

  @ServesEndpoint(readMembershipLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns what a cancellation link would cancel, without cancelling it',
  })
  async readLink(
    @CurrentContext() { em, now }: Context,
    @Body() { token }: BodyOf<typeof readMembershipLink>,
  ): Promise<MembershipLink> {
    const row = await findMeantMembership(em, { token });
    if (row === null) return { outcome: 'unknown' };
    const at = now();
    return toMembershipLink(row, await cancellationOutcomeOf(em, row, at), at);
  }

  @ServesEndpoint(cancelByLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Cancels the membership with the link from an e-mail, without signing in',
  })
  async cancelByLink(
    @CurrentContext() context: Context,
    @Body() { token }: BodyOf<typeof cancelByLink>,
  ): Promise<Cancellation> {
    return toCancellation(await this.cancellations.cancel(context, { token }));
  }

  @ServesEndpoint(withdrawCancellation, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Withdraws a cancellation while the paid period runs',
    description:
      'Nothing is charged now. Not possible for a trial or after a refund, since those memberships have ended.',
  })
  async keep(@CurrentContext() context: Context): Promise<CancellationWithdrawalAnswer> {
    const userId = userIdOf(context);
    const kept = await this.cancellations.withdraw(context, { userId });
    return kept ? { outcome: 'kept', subscription: await readMembership(context, userId) } : { outcome: 'ended' };
  }

  @ServesEndpoint(withdrawCancellationByLink, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Withdraws a cancellation with the link from an e-mail, without signing in',
  })
  async withdrawCancellationByLink(
    @CurrentContext() context: Context,
    @Body() { token }: BodyOf<typeof withdrawCancellationByLink>,
  ): Promise<WithdrawalByLinkAnswer> {
    if (!(await this.cancellations.withdraw(context, { token }))) return { outcome: 'ended' };
    const { nextCharge } = await toMembershipAnswer(context, await findMeantMembership(context.em, { token }));
    return { outcome: 'kept', nextCharge };
  }
}
