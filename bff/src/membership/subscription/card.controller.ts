import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CardChangeService } from '@ve/app/membership/subscription/change-card';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type CardChange,
  changePaymentCardEndpoint,
  finishCardChangeEndpoint,
} from '@ve/contracts/http/membership/card';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';

@ApiTags('Subscription')
@Controller()
export class PaymentCardChangeController {
  constructor(@Inject(CardChangeService) private readonly cards: CardChangeService) {}

  @ServesEndpoint(changePaymentCardEndpoint, {
    audience: 'customer',
    bodyLimit: 4_096,
    limitShare: 0.5,
    summary: 'Changes the card that future payments are charged to',
    description:
      'The service asks the bank to authorise the card, and returns a client secret only for the bank’s question to ' +
      'the cardholder. Nothing is charged for this; the unpaid invoice of a membership is retried.',
  })
  change(
    @CurrentContext() context: Context,
    @Body() { confirmationToken }: ParsedRequestBody<typeof changePaymentCardEndpoint>,
  ): Promise<CardChange> {
    return this.cards.change(context, { userId: userIdOfActor(context), confirmationToken });
  }

  @ServesEndpoint(finishCardChangeEndpoint, {
    audience: 'customer',
    bodyLimit: 4_096,
    limitShare: 0.5,
    summary: 'Completes a card change after the cardholder has answered the bank',
  })
  finish(
    @CurrentContext() context: Context,
    @Body() { setupIntentId }: ParsedRequestBody<typeof finishCardChangeEndpoint>,
  ): Promise<EndpointAnswerBody<typeof finishCardChangeEndpoint>> {
    return this.cards.finish(context, { userId: userIdOfActor(context), setupIntentId });
  }
}
