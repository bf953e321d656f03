import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { retryOrDismissDeadLetter } from '@ve/app/operations/rerun-job';
import type {
  EndpointAnswerBody,
  ParsedRequestBody,
  ParsedPathParams,
  ParsedRequestQuery,
} from '@ve/contracts/endpoint';
import {
  dismissDeadLetterEndpoint,
  listDeadLettersEndpoint,
  retryDeadLetterEndpoint,
} from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listDeadLetters } from './list-dead-letters.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { id: 'The id of the job, from the list' };

@ApiTags('Staff: operations')
@Controller()
export class DeadLettersController {
  @ServesEndpoint(listDeadLettersEndpoint, {
    ...rules,
    summary: 'Lists jobs that failed permanently, newest first',
    parameters: {
      ...pageQueryDescriptions,
      seen: 'Returns the dismissed jobs instead of the new ones',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listDeadLettersEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listDeadLettersEndpoint>> {
    return listDeadLetters(context, query);
  }

  @ServesEndpoint(retryDeadLetterEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Retries a job',
    description: 'Idempotent: a job that is already running again, or has ended, is not found.',
    parameters,
  })
  retry(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof retryDeadLetterEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof retryDeadLetterEndpoint>,
  ): Promise<void> {
    return retryOrDismissDeadLetter(context, { id, reason, end: 'retried' });
  }

  @ServesEndpoint(dismissDeadLetterEndpoint, { ...rules, bodyLimit: 4_096, summary: 'Dismisses a job', parameters })
  dismiss(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof dismissDeadLetterEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof dismissDeadLetterEndpoint>,
  ): Promise<void> {
    return retryOrDismissDeadLetter(context, { id, reason, end: 'dismissed' });
  }
}
