import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readSession, type Session } from '@ve/contracts/http/identity/session';
import type { Context } from '@ve/data/kernel/context';
import { markSessionSeen, type SessionRow } from '@ve/data/identity/session/session.repository';
import { Ctx, CurrentSession } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.decorator.ts';
import { toSession } from './session.mapper.ts';

@ApiTags('Session')
@Controller()
export class SessionController {
  @Serves(readSession, {
    audience: 'visitor',
    recognises: true,
    limitShare: 5,
    summary: 'Returns the user who is signed in to this browser',
  })
  async read(@Ctx() { em, now, actor }: Context, @CurrentSession() session: SessionRow | null): Promise<Session> {
    if (session) await markSessionSeen(em, session, now());
    return toSession(session, actor);
  }
}
