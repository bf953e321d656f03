import { Controller, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { startFullCheck as beginFullCheck } from '@ve/app/report/start-full-check';
import type { EndpointAnswerBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  followFullCheckEndpoint,
  type FullCheckState,
  readFullCheckEndpoint,
  startFullCheckEndpoint,
} from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { ServerSentEventStreams } from '../../platform/server-sent-event-streams.ts';
import { TrackedFullChecks } from './tracked-full-checks.ts';
import { toFullCheckState } from './reports.mapper.ts';

const parameters = { id: 'The `checkId` from the response that started it' };

@ApiTags('Reports')
@Controller()
export class FullCheckController {
  constructor(
    @Inject(TrackedFullChecks) private readonly checks: TrackedFullChecks,
    @Inject(ServerSentEventStreams) private readonly streams: ServerSentEventStreams,
  ) {}

  @ServesEndpoint(startFullCheckEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Starts a full check with the member’s credit',
    description:
      'If a check of this vehicle is running, or was made in the same billing period, it is returned and no credit ' +
      'is used. A failed check returns the credit. A check that failed because the registers hold or release ' +
      'nothing about the vehicle is returned again for 24 hours. An account whose checks keep failing is refused ' +
      'until the next day.',
    parameters: { registration: 'The registration as entered' },
  })
  async start(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof startFullCheckEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof startFullCheckEndpoint>> {
    const answer = await beginFullCheck(context, { userId: userIdOfActor(context), registration });
    if (answer.outcome === 'refused') return answer;
    const state = toFullCheckState(answer.check);
    if (state.outcome === 'pending') void reply.status(202).header('location', state.self);
    return state;
  }

  @ServesEndpoint(readFullCheckEndpoint, {
    audience: 'customer',
    limitShare: 5,
    summary: 'Returns the state of a full check',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readFullCheckEndpoint>,
  ): Promise<FullCheckState> {
    return this.checks.find(context, userIdOfActor(context), id);
  }

  @ServesEndpoint(followFullCheckEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Streams the state of a full check',
    parameters,
    description: 'Server-sent events: the current state, then every change. The stream ends when the check has ended.',
  })
  @Header('content-type', 'text/event-stream; charset=utf-8')
  @Header('x-accel-buffering', 'no')
  async events(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof followFullCheckEndpoint>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const present = await this.checks.find(context, userIdOfActor(context), id);
    void reply.send(this.streams.open({ work: this.checks.work, id, client: context.client ?? '', present }));
  }
}
