import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes of body at most. */
    bodyLimit?: number;
    /** Answers 204 whatever happens, from any sender: nothing is told to the outside. */
    silent?: boolean;
    /** Requests a minute from one client: the configured number times this. */
    limitShare?: number;
  }
}

export interface RouteRules {
  bodyLimit?: number;
  silent?: boolean;
  limitShare?: number;
}

/** The bounds of one route. */
export const Bounds = (rules: RouteRules): MethodDecorator => RouteConfig(rules);
