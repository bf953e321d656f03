import { Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readSession, type Session } from '@ve/contracts/http/session';
import type { Context } from '@ve/data/context';
import type { FastifyRequest } from 'fastify';
import { Ctx } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { SessionService } from './session.service.ts';

@ApiTags('Session')
@Controller()
export class SessionController {
  constructor(@Inject(SessionService) private readonly sessions: SessionService) {}

  @Serves(readSession, { audience: 'visitor', limitShare: 5, summary: 'The user this browser is signed in as' })
  read(@Ctx() context: Context, @Req() request: FastifyRequest): Promise<Session> {
    return this.sessions.read(context, request.cookies);
  }
}
