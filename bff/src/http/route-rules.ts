import { RouteConfig } from '@nestjs/platform-fastify';
import type { Endpoint } from '@ve/contracts/endpoint';
import type { RouteAudience } from './audience.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends RouteRules {
    /** Required: the application does not start with a route without one. */
    audience?: RouteAudience;
    /** The API operation; none for a page, a file or a probe. */
    endpoint?: Endpoint;
  }
}

/** Limits on the requests of one client to a route. */
export interface RouteLimits {
  /** Maximum size of a body that is parsed, in bytes; 16 KB by default. */
  bodyLimit?: number;
  /** Maximum size of an upload, in bytes: required where the endpoint has one. Its handler reads the stream. */
  uploadLimit?: number;
  /** Multiplier of the configured requests per minute and client. */
  limitShare?: number;
}

/** Exceptions of a route. All of them relax a default, except `refuseCrossOrigin` and `recognises`. */
export interface RouteRules extends RouteLimits {
  /**
   * Accepts non-GET calls from any sender, in any content type, not only from our own pages. Vendor routes always do.
   */
  anySender?: boolean;
  /** Always responds with 204, so that callers learn nothing. */
  alwaysNoContent?: boolean;
  /** Accepts any host name: for probes and collectors, which use our IP address. */
  anyHost?: boolean;
  /**
   * A GET that costs a vendor's call or is recorded: refused to pages of other origins, of which previews are on the
   * same site. Staff operations always have it.
   */
  refuseCrossOrigin?: boolean;
  /**
   * Answers on the hosts of previews too, where no one is signed in (`request.preview` is set). It must change, count and
   * cost nothing there, also if its method is not GET.
   */
  inPreviews?: boolean;
  /** A visitor's route that treats customers differently: reads the session, without requiring one. */
  recognises?: boolean;
}

/** Declares the audience and rules of a route that is not an API operation (a page, a file, a probe). */
export const NonApiRoute = (audience: RouteAudience, rules: RouteRules = {}): MethodDecorator =>
  RouteConfig({ ...rules, audience });
