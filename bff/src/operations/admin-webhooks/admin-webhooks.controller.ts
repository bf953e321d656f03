import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requeueStripeEvent } from '@ve/app/operations/requeue';
import type {
  EndpointAnswerBody,
  ParsedRequestBody,
  ParsedPathParams,
  ParsedRequestQuery,
} from '@ve/contracts/endpoint';
import {
  listStripeEventsEndpoint,
  reprocessStripeEventEndpoint,
  type StripeEventPage,
} from '@ve/contracts/http/operations/admin-webhooks';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listStripeEvents } from './list-stripe-events.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: records')
@Controller()
export class AdminStripeEventsController {
  @ServesEndpoint(listStripeEventsEndpoint, {
    ...rules,
    summary: 'Lists the events received from Stripe, newest first',
    description: 'Not recorded in the audit log: the events contain Stripe ids, and no customer data.',
    parameters: {
      ...pageQueryDescriptions,
      state: 'Failed, waiting or processed',
      type: 'The exact event type of Stripe, such as `invoice.paid`',
      id: 'The Stripe id of the event or of its object',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listStripeEventsEndpoint>,
  ): Promise<StripeEventPage> {
    return listStripeEvents(context, query);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(reprocessStripeEventEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Processes an event again',
    description: 'Its object is read from Stripe again. A decline that it reports still counts only once.',
    parameters: { id: 'The id of the event, from the list' },
  })
  reprocess(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof reprocessStripeEventEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof reprocessStripeEventEndpoint>,
  ): Promise<EndpointAnswerBody<typeof reprocessStripeEventEndpoint>> {
    return requeueStripeEvent(context, { id, reason });
  }
}
