import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import { chooseVisitorChannelEndpoint, readVisitorChannelEndpoint } from '@ve/contracts/http/releases/visitor-channel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { VisitorChannels } from '../live/visitor-channels.ts';

@ApiTags('Registry')
@Controller()
export class VisitorChannelController {
  constructor(@Inject(VisitorChannels) private readonly visitors: VisitorChannels) {}

  @ServesEndpoint(readVisitorChannelEndpoint, {
    audience: 'visitor',
    inPreviews: true,
    summary: 'Returns whether this browser may get new versions of our pages early',
  })
  read(@Req() request: FastifyRequest): EndpointAnswerBody<typeof readVisitorChannelEndpoint> {
    return { choice: this.visitors.choiceOf(request) };
  }

  @ServesEndpoint(chooseVisitorChannelEndpoint, {
    audience: 'visitor',
    summary: 'Chooses whether this browser may get new versions of our pages early',
    description: 'Stored only in a cookie, `stable` for a year. Effective with the next page.',
  })
  choose(
    @Body() { choice }: ParsedRequestBody<typeof chooseVisitorChannelEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): EndpointAnswerBody<typeof chooseVisitorChannelEndpoint> {
    this.visitors.choose(reply, choice);
    return { choice };
  }
}
