import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import { beginCardChange, finishCardChange } from '@ve/contracts/http/membership/account';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { userIdOf } from '../../http/user-id.ts';
import { CardService } from './card.service.ts';

@ApiTags('Subscription')
@Controller()
export class CardController {
  constructor(@Inject(CardService) private readonly cards: CardService) {}

  @Serves(beginCardChange, {
    audience: 'customer',
    limitShare: 0.5,
    summary: 'A SetupIntent for a new card',
    description: 'The browser confirms it with Stripe.js. Nothing is charged.',
  })
  begin(@Ctx() context: Context): Promise<AnswerOf<typeof beginCardChange>> {
    return this.cards.begin(context, userIdOf(context));
  }

  @Serves(finishCardChange, {
    audience: 'customer',
    bodyLimit: 4_096,
    limitShare: 0.5,
    summary: 'Charge the confirmed card from now on',
    description: 'The unpaid invoice of a membership is tried again with it.',
  })
  finish(
    @Ctx() context: Context,
    @Body() { setupIntentId }: BodyOf<typeof finishCardChange>,
  ): Promise<AnswerOf<typeof finishCardChange>> {
    return this.cards.finish(context, userIdOf(context), setupIntentId);
  }
}
