import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import {
  listOrphanSubscriptionsEndpoint,
  listScheduledJobsEndpoint,
  listVendorsEndpoint,
  type OutboxSummary,
  readOutboxSummaryEndpoint,
  readQueuesEndpoint,
  readServiceStatusEndpoint,
  type ServiceStatus,
} from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminServiceStatusService } from './admin-operations.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: operations')
@Controller()
export class AdminServiceStatusController {
  constructor(@Inject(AdminServiceStatusService) private readonly operations: AdminServiceStatusService) {}

  @ServesEndpoint(readServiceStatusEndpoint, { ...rules, summary: 'Returns a summary of the service status' })
  readStatus(@CurrentContext() context: Context): Promise<ServiceStatus> {
    return this.operations.readServiceStatus(context);
  }

  @ServesEndpoint(readQueuesEndpoint, { ...rules, summary: 'Returns how many jobs each queue holds' })
  queues(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof readQueuesEndpoint>> {
    return this.operations.readQueues(context);
  }

  @ServesEndpoint(readOutboxSummaryEndpoint, {
    ...rules,
    summary: 'Returns how many jobs wait in the outbox, and since when',
  })
  outbox(@CurrentContext() context: Context): Promise<OutboxSummary> {
    return this.operations.readOutbox(context);
  }

  @ServesEndpoint(listScheduledJobsEndpoint, { ...rules, summary: 'Lists the last and next run of each scheduled job' })
  scheduledJobs(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof listScheduledJobsEndpoint>> {
    return this.operations.listScheduledJobs(context);
  }

  @ServesEndpoint(listOrphanSubscriptionsEndpoint, {
    ...rules,
    summary: 'Lists running subscriptions at Stripe that no account owns',
  })
  orphanSubscriptions(
    @CurrentContext() context: Context,
  ): Promise<EndpointAnswerBody<typeof listOrphanSubscriptionsEndpoint>> {
    return this.operations.listOrphanSubscriptions(context);
  }

  @ServesEndpoint(listVendorsEndpoint, { ...rules, summary: 'Lists the results of the calls to each vendor' })
  vendors(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof listVendorsEndpoint>> {
    return this.operations.listVendors(context);
  }
}
