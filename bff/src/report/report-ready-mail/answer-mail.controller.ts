import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { AnswerMailService } from '@ve/app/report/answer-mails';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import { requestAnswerMailEndpoint } from '@ve/contracts/http/report/answer-mail';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';

@ApiTags('Reports')
@Controller()
export class AnswerMailController {
  constructor(@Inject(AnswerMailService) private readonly mails: AnswerMailService) {}

  @ServesEndpoint(requestAnswerMailEndpoint, {
    audience: 'visitor',
    recognises: true,
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Requests an e-mail when a source answers about a vehicle',
    description:
      'Only after a fetch that no source answered. The sources are asked again for two days. A signed-in customer is ' +
      'mailed at their own address. Limited to ten a day for an account, to two a day for another address (two more ' +
      'from other networks), and to five an hour for a visitor.',
    parameters: { registration: 'The registration as entered' },
  })
  async request(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof requestAnswerMailEndpoint>,
    @Body() { email }: ParsedRequestBody<typeof requestAnswerMailEndpoint>,
  ): Promise<EndpointAnswerBody<typeof requestAnswerMailEndpoint>> {
    const { actor } = context;
    const isUser = actor.kind === 'customer' || actor.kind === 'staff';
    if (!isUser && email === null) throw new ProblemError('request-invalid');
    const reader = isUser ? { userId: actor.userId } : { email: email ?? '' };
    return { outcome: await this.mails.request(context, { registration, reader }) };
  }
}
