import { PassportStrategy } from '@nestjs/passport';
import type { Actor } from '@ve/data/kernel/context';
import { Strategy } from 'passport';

export const sessionStrategyName = 'session-cookie';

export interface SessionStrategyOptions {
  /** The actor of the session in the request's cookie; null without one. */
  findActor: () => Promise<Actor | null>;
}

/**
 * Authenticates a request by its session cookie. Passport's strategies are global to the process, so this one has no
 * application state: the guard passes the function that reads the session.
 */
export class SessionStrategy extends PassportStrategy(Strategy, sessionStrategyName) {
  async authenticate(_request: unknown, { findActor }: SessionStrategyOptions): Promise<void> {
    try {
      const actor = await findActor();
      if (actor) this.success(this.validate(actor));
      else this.fail();
    } catch (error) {
      this.error(error);
    }
  }

  validate(actor: Actor): Actor {
    return actor;
  }
}
