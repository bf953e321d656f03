import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  confirmAccountDeletionByLinkEndpoint,
  type AccountDeletionConfirmationOutcome,
  type AccountDeletionLinkState,
  type AccountDeletionRequestOutcome,
  readAccountDeletionLinkEndpoint,
  requestAccountDeletionEndpoint,
} from '@ve/contracts/http/privacy/account-deletion';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import {
  redeemAccountDeletionLink,
  findAccountDeletionLinkDetails,
  queueAccountDeletionLinkMail,
} from '@ve/app/privacy/account-deletion';
import { maskEmail } from '@ve/domain/kernel/email/mask-email';
import { userIdOfActor } from '../../http/user-id.ts';
import { toRefundSummary } from '../../membership/subscription.mapper.ts';

@ApiTags('Account')
@Controller()
export class AccountDeletionController {
  @ServesEndpoint(requestAccountDeletionEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Requests the deletion of the signed-in user’s account',
    description:
      'Queues an e-mail with a link that is valid for a day. Nothing is deleted until the deletion is confirmed.',
  })
  request(@CurrentContext() context: Context): Promise<AccountDeletionRequestOutcome> {
    return queueAccountDeletionLinkMail(context, { userId: userIdOfActor(context) });
  }

  @ServesEndpoint(readAccountDeletionLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns what a deletion link would delete, without deleting it',
  })
  async read(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof readAccountDeletionLinkEndpoint>,
  ): Promise<AccountDeletionLinkState> {
    const link = await findAccountDeletionLinkDetails(context, body);
    if (link.outcome !== 'found') return link;
    const { outcome, email, membership } = link;
    const ends = membership === null ? null : { ...membership, refund: toRefundSummary(membership.refund) };
    return { outcome, emailHint: maskEmail(email), membership: ends };
  }

  @ServesEndpoint(confirmAccountDeletionByLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Deletes the account with the link from an e-mail, without signing in',
    description: 'Membership and sessions end immediately; the rest follows once the membership has ended at Stripe.',
  })
  confirm(
    @CurrentContext() context: Context,
    @Body() link: ParsedRequestBody<typeof confirmAccountDeletionByLinkEndpoint>,
  ): Promise<AccountDeletionConfirmationOutcome> {
    return redeemAccountDeletionLink(context, link);
  }
}
