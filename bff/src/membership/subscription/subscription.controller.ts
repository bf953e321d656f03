import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { findReferencedMembership, MemberCancellationService } from '@ve/app/membership/cancellation/cancel-by-member';
import { cancellationOutcomeOf } from '@ve/app/membership/cancellation/cancellation-outcome';
import { MembershipUpgradeService } from '@ve/app/membership/subscription/upgrade';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type CancellationWithdrawalAnswer,
  withdrawCancellationEndpoint,
} from '@ve/contracts/http/membership/cancellation';
import {
  cancelSubscriptionByLinkEndpoint,
  type CancellationAnswer,
  cancelSubscriptionEndpoint,
  type CancellationWithdrawalByLink,
  withdrawCancellationByLinkEndpoint,
  type MembershipLink,
  readMembershipLinkEndpoint,
} from '@ve/contracts/http/membership/membership-link';
import {
  readSubscriptionEndpoint,
  type Subscription,
  type UpgradeAnswer,
  upgradeSubscriptionEndpoint,
} from '@ve/contracts/http/membership/subscription';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { readMembershipOfUser, readMembershipAnswerOfRow } from '../read-membership.ts';
import { toCancellationAnswer, toMembershipLinkAnswer } from '../subscription.mapper.ts';

@ApiTags('Subscription')
@Controller()
export class SubscriptionController {
  constructor(
    @Inject(MembershipUpgradeService) private readonly upgrades: MembershipUpgradeService,
    @Inject(MemberCancellationService) private readonly cancellations: MemberCancellationService,
  ) {}

  @ServesEndpoint(readSubscriptionEndpoint, {
    audience: 'customer',
    limitShare: 5,
    summary: 'Returns the signed-in user’s membership',
  })
  read(@CurrentContext() context: Context): Promise<Subscription> {
    return readMembershipOfUser(context, userIdOfActor(context));
  }

  @ServesEndpoint(upgradeSubscriptionEndpoint, {
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
    @Body() rejoin: ParsedRequestBody<typeof upgradeSubscriptionEndpoint>,
  ): Promise<UpgradeAnswer> {
    const upgraded = await this.upgrades.upgrade(context, {
      userId: userIdOfActor(context),
      consent: rejoin?.consent ?? null,
    });
    if (upgraded.outcome !== 'upgraded') return upgraded;
    return { outcome: 'upgraded', subscription: await readMembershipAnswerOfRow(context, upgraded.row) };
  }

  @ServesEndpoint(cancelSubscriptionEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Cancels the membership: a trial now, otherwise at the end of the paid period',
    description: 'A membership whose last charge is refunded also ends now.',
  })
  async cancel(@CurrentContext() context: Context): Promise<CancellationAnswer> {
    return toCancellationAnswer(await this.cancellations.cancel(context, { userId: userIdOfActor(context) }));
  }

  @ServesEndpoint(readMembershipLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns what a cancellation link would cancel, without cancelling it',
  })
  async readLink(
    @CurrentContext() { em, now }: Context,
    @Body() { token }: ParsedRequestBody<typeof readMembershipLinkEndpoint>,
  ): Promise<MembershipLink> {
    const row = await findReferencedMembership(em, { token });
    if (row === null) return { outcome: 'unknown' };
    const at = now();
    return toMembershipLinkAnswer(row, await cancellationOutcomeOf(em, row, at), at);
  }

  @ServesEndpoint(cancelSubscriptionByLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Cancels the membership with the link from an e-mail, without signing in',
  })
  async cancelByLink(
    @CurrentContext() context: Context,
    @Body() { token }: ParsedRequestBody<typeof cancelSubscriptionByLinkEndpoint>,
  ): Promise<CancellationAnswer> {
    return toCancellationAnswer(await this.cancellations.cancel(context, { token }));
  }

  @ServesEndpoint(withdrawCancellationEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Withdraws a cancellation while the paid period runs',
    description:
      'Nothing is charged now. Not possible for a trial or after a refund, since those memberships have ended.',
  })
  async keep(@CurrentContext() context: Context): Promise<CancellationWithdrawalAnswer> {
    const userId = userIdOfActor(context);
    const kept = await this.cancellations.withdraw(context, { userId });
    return kept ? { outcome: 'kept', subscription: await readMembershipOfUser(context, userId) } : { outcome: 'ended' };
  }

  @ServesEndpoint(withdrawCancellationByLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Withdraws a cancellation with the link from an e-mail, without signing in',
  })
  async withdrawCancellationByLink(
    @CurrentContext() context: Context,
    @Body() { token }: ParsedRequestBody<typeof withdrawCancellationByLinkEndpoint>,
  ): Promise<CancellationWithdrawalByLink> {
    if (!(await this.cancellations.withdraw(context, { token }))) return { outcome: 'ended' };
    const { nextCharge } = await readMembershipAnswerOfRow(
      context,
      await findReferencedMembership(context.em, { token }),
    );
    return { outcome: 'kept', nextCharge };
  }
}
