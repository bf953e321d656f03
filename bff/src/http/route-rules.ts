import { RouteConfig } from '@nestjs/platform-fastify';
import type { Audience } from './audience.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends RouteRules {
    /** Every route names one: one that does not is not started. */
    audience?: Audience;
  }
}

/** How often and how much one client may send to a route. */
export interface RouteLimits {
  /** Bytes of body at most. */
  bodyLimit?: number;
  /** Requests a minute from one client: the configured number times this. */
  limitShare?: number;
}

/** What a route asks for besides. Everything here but `refuseCrossSite` and `recognises` opens a door that is closed. */
export interface RouteRules extends RouteLimits {
  /** Takes changing calls from any sender, in any form, not from our own pages alone. A vendor's routes always do. */
  anySender?: boolean;
  /** Answers 204 whatever happens: nothing is told to the outside. */
  alwaysNoContent?: boolean;
  /** Answers under any host name: for probes and collectors, which know us by an address. */
  anyHost?: boolean;
  /** A GET that costs a vendor's call: pages of other sites may not cause it. */
  refuseCrossSite?: boolean;
  /** A visitor's route that serves customers otherwise: knows who is signed in, and refuses nobody who is not. */
  recognises?: boolean;
}

/** Says who may call a route that is no operation of the API (a page, a file, a probe), and by which rules. */
export const OpenTo = (audience: Audience, rules: RouteRules = {}): MethodDecorator =>
  RouteConfig({ ...rules, audience });
