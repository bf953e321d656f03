import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  readUnsubscribeLinkEndpoint,
  resubscribeEndpoint,
  type ResubscriptionAnswer,
  unsubscribeEndpoint,
  type UnsubscribeToken,
  type UnsubscribeLinkState,
  type UnsubscriptionAnswer,
} from '@ve/contracts/http/messaging/unsubscribe';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { UnsubscribeLinkService } from '@ve/app/messaging/mails/unsubscribe';

const rules = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Unsubscribing')
@Controller()
export class UnsubscribeController {
  constructor(@Inject(UnsubscribeLinkService) private readonly links: UnsubscribeLinkService) {}

  @ServesEndpoint(readUnsubscribeLinkEndpoint, {
    ...rules,
    summary: 'Returns which e-mails an unsubscribe link is for',
  })
  read(@CurrentContext() context: Context, @Body() body: UnsubscribeToken): Promise<UnsubscribeLinkState> {
    return this.links.read(context, body.token);
  }

  @ServesEndpoint(unsubscribeEndpoint, { ...rules, summary: 'Redeems an unsubscribe link' })
  unsubscribe(@CurrentContext() context: Context, @Body() body: UnsubscribeToken): Promise<UnsubscriptionAnswer> {
    return this.links.unsubscribe(context, body.token);
  }

  @ServesEndpoint(resubscribeEndpoint, { ...rules, summary: 'Reverses an unsubscription with the same link' })
  resubscribe(@CurrentContext() context: Context, @Body() body: UnsubscribeToken): Promise<ResubscriptionAnswer> {
    return this.links.resubscribe(context, body.token);
  }
}
