import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { retryOrDismissDeadLetter } from '@ve/app/operations/rerun-job';
import type {
  EndpointAnswerBody,
  ParsedRequestBody,
  ParsedPathParams,
  ParsedRequestQuery,
} from '@ve/contracts/endpoint';
import { dismissDeadLetter, listDeadLetters, retryDeadLetter } from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { DeadLettersService } from './dead-letters.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { id: 'The id of the job, from the list' };

@ApiTags('Staff: operations')
@Controller()
export class DeadLettersController {
  constructor(@Inject(DeadLettersService) private readonly jobs: DeadLettersService) {}

  @ServesEndpoint(listDeadLetters, {
    ...rules,
    summary: 'Lists jobs that failed permanently, newest first',
    parameters: {
      ...pageQueryDescriptions,
      seen: 'Returns the dismissed jobs instead of the new ones',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listDeadLetters>,
  ): Promise<EndpointAnswerBody<typeof listDeadLetters>> {
    return this.jobs.list(context, query);
  }

  @ServesEndpoint(retryDeadLetter, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Retries a job',
    description: 'Idempotent: a job that is already running again, or has ended, is not found.',
    parameters,
  })
  retry(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof retryDeadLetter>,
    @Body() { reason }: ParsedRequestBody<typeof retryDeadLetter>,
  ): Promise<void> {
    return retryOrDismissDeadLetter(context, { id, reason, end: 'retried' });
  }

  @ServesEndpoint(dismissDeadLetter, { ...rules, bodyLimit: 4_096, summary: 'Dismisses a job', parameters })
  dismiss(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof dismissDeadLetter>,
    @Body() { reason }: ParsedRequestBody<typeof dismissDeadLetter>,
  ): Promise<void> {
    return retryOrDismissDeadLetter(context, { id, reason, end: 'dismissed' });
  }
}
