import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Session, sessionSchema } from '@ve/contracts/http/session';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../http/api-problems.ts';
import { Bounds } from '../http/route-config.ts';
import { SessionService } from './session.service.ts';

@ApiTags('Session')
@Controller('api/session')
export class SessionController {
  constructor(@Inject(SessionService) private readonly sessions: SessionService) {}

  @Get()
  @Bounds({ limitShare: 5 })
  @ApiOperation({ summary: 'Who this browser is signed in as' })
  @ApiResponse({ status: 200, standardSchema: sessionSchema })
  @ApiProblems('too-many-requests', 'service-unavailable')
  read(@Req() request: FastifyRequest): Promise<Session> {
    return this.sessions.read(request.cookies);
  }
}
