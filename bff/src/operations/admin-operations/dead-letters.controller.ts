import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endDeadLetter } from '@ve/app/operations/rerun-job';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@ve/contracts/endpoint';
import { dismissDeadLetter, listDeadLetters, retryDeadLetter } from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { pageParameters } from '../../platform/list-page.ts';
import { DeadLettersService } from './dead-letters.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { id: 'The job, as the list names it.' };

@ApiTags('Staff: operations')
@Controller()
export class DeadLettersController {
  constructor(@Inject(DeadLettersService) private readonly jobs: DeadLettersService) {}

  @Serves(listDeadLetters, {
    ...rules,
    summary: 'Jobs that failed for good, newest first',
    parameters: {
      ...pageParameters,
      seen: 'Those that staff has left, in place of those nobody has looked at.',
    },
  })
  list(
    @Ctx() context: Context,
    @Query() query: QueryOf<typeof listDeadLetters>,
  ): Promise<AnswerOf<typeof listDeadLetters>> {
    return this.jobs.list(context, query);
  }

  @Serves(retryDeadLetter, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Have a job run again',
    description: 'Once, however often it is asked: a job that runs again or has ended is not found.',
    parameters,
  })
  retry(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof retryDeadLetter>,
    @Body() { reason }: BodyOf<typeof retryDeadLetter>,
  ): Promise<void> {
    return endDeadLetter(context, { id, reason, end: 'retried' });
  }

  @Serves(dismissDeadLetter, { ...rules, bodyLimit: 4_096, summary: 'Mark a job as seen and leave it', parameters })
  dismiss(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof dismissDeadLetter>,
    @Body() { reason }: BodyOf<typeof dismissDeadLetter>,
  ): Promise<void> {
    return endDeadLetter(context, { id, reason, end: 'dismissed' });
  }
}
