import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requeueStripeEvent } from '@ve/app/operations/requeue-stripe-event';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@ve/contracts/endpoint';
import {
  listStripeEvents,
  reprocessStripeEvent,
  type StripeEventPage,
} from '@ve/contracts/http/operations/admin-webhooks';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { pageParameters } from '../../platform/list-page.ts';
import { AdminWebhooksService } from './admin-webhooks.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: records')
@Controller()
export class AdminWebhooksController {
  constructor(@Inject(AdminWebhooksService) private readonly webhooks: AdminWebhooksService) {}

  @Serves(listStripeEvents, {
    ...rules,
    summary: 'The events that Stripe has sent, the last received first',
    description: 'Reading them is not recorded: they hold ids of Stripe’s, and nothing of customers.',
    parameters: {
      ...pageParameters,
      state: 'Those that could not be processed, that wait, or that were processed',
      type: 'Exactly, as Stripe names it: `invoice.paid`',
      id: 'The id at Stripe of the event, or of what it is about',
    },
  })
  list(@Ctx() context: Context, @Query() query: QueryOf<typeof listStripeEvents>): Promise<StripeEventPage> {
    return this.webhooks.list(context, query);
  }

  /** @throws ProblemError `not-found` */
  @Serves(reprocessStripeEvent, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Have an event processed again',
    description: 'Its object is read from Stripe again. A decline that it tells of counts once all the same.',
    parameters: { id: 'The event, as the list names it' },
  })
  reprocess(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof reprocessStripeEvent>,
    @Body() { reason }: BodyOf<typeof reprocessStripeEvent>,
  ): Promise<AnswerOf<typeof reprocessStripeEvent>> {
    return requeueStripeEvent(context, { id, reason });
  }
}
