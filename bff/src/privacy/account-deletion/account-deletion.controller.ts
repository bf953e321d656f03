import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf } from '@ve/contracts/endpoint';
import {
  confirmDeletion,
  type DeletionConfirmation,
  type DeletionLink,
  type DeletionRequest,
  readDeletion,
  requestDeletion,
} from '@ve/contracts/http/privacy/account-deletion';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { AccountDeletionService } from './account-deletion.service.ts';

@ApiTags('Account')
@Controller()
export class AccountDeletionController {
  constructor(@Inject(AccountDeletionService) private readonly deletions: AccountDeletionService) {}

  @Serves(requestDeletion, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Requests the deletion of the signed-in user’s account',
    description:
      'Queues an e-mail with a link that is valid for a day. Nothing is deleted until the deletion is confirmed.',
  })
  request(@Ctx() context: Context): Promise<DeletionRequest> {
    return this.deletions.request(context);
  }

  @Serves(readDeletion, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns what a deletion link would delete, without deleting it',
  })
  read(@Ctx() context: Context, @Body() { token }: BodyOf<typeof readDeletion>): Promise<DeletionLink> {
    return this.deletions.read(context, token);
  }

  @Serves(confirmDeletion, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Deletes the account with the link from an e-mail, without signing in',
    description: 'Membership and sessions end immediately; the rest follows once the membership has ended at Stripe.',
  })
  confirm(@Ctx() context: Context, @Body() { token }: BodyOf<typeof confirmDeletion>): Promise<DeletionConfirmation> {
    return this.deletions.confirm(context, token);
  }
}
