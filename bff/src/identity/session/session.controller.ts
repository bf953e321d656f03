import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readSessionEndpoint, type Session } from '@ve/contracts/http/identity/session';
import type { Context } from '@ve/data/kernel/context';
import { recordSessionUse } from '@ve/app/identity/session/record-session-use';
import type { SessionRow } from '@ve/data/identity/session/session.repository';
import { CurrentContext, CurrentSession } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { toBrowserSession } from './session.mapper.ts';

@ApiTags('Session')
@Controller()
export class CurrentSessionController {
  @ServesEndpoint(readSessionEndpoint, {
    audience: 'visitor',
    inPreviews: true,
    recognises: true,
    limitShare: 5,
    summary: 'Returns the user who is signed in to this browser',
  })
  async read(@CurrentContext() context: Context, @CurrentSession() session: SessionRow | null): Promise<Session> {
    if (session) await recordSessionUse(context, session);
    return toBrowserSession(session, context.actor);
  }
}
