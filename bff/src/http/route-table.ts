import type { Type } from '@nestjs/common';
import type { Endpoint } from '@ve/contracts/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { VendorSignatureVerifier } from './audience.ts';

const reading = new Set(['HEAD', 'OPTIONS']);

/** The application's routes: their audiences, and the methods allowed at a path. */
export class RouteTable {
  readonly #routes: { pattern: RegExp; url: string; method: string }[] = [];
  readonly #all: RouteOptions[] = [];

  /** Records every route registered from now on. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', (route) => {
      this.#all.push(route);
      const { url, method } = route;
      if (url.includes('*')) return;
      const pattern = new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
      for (const each of [method].flat()) this.#routes.push({ pattern, url, method: each });
    });
  }

  /** @throws Error that lists every route without an audience */
  requireAudiences(): void {
    const undeclared = this.#all.filter(({ config }) => config?.audience === undefined);
    if (undeclared.length === 0) return;
    const names = undeclared.map(({ method, url }) => `${[method].flat().join(', ')} ${url}`);
    throw new Error(
      `No audience is named for ${names.join(' and ')}: give the handler @Serves(endpoint, { audience, … }), or ` +
        '@OpenTo(audience) where it is not an operation of the API.',
    );
  }

  /** The vendor signatures required by routes. */
  signatures(): Type<VendorSignatureVerifier>[] {
    return this.#all.flatMap(({ config }) => {
      const audience = config?.audience;
      return typeof audience === 'object' && 'vendor' in audience ? [audience.vendor] : [];
    });
  }

  endpoints(): Endpoint[] {
    return [...new Set(this.#all.flatMap(({ config }) => config?.endpoint ?? []))];
  }

  /** The methods allowed at a path; empty if there is no route. */
  methodsOf(path: string): string[] {
    return [...new Set(this.#routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort();
  }

  /** Every method and URL pattern that the server serves, including wildcards and HEAD. */
  patterns(): { method: string; url: string }[] {
    return this.#all.flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })));
  }

  /** Every route below a prefix in the form `GET /api/session`, to check the documentation for completeness. */
  list(prefix: string): string[] {
    return this.#routes
      .filter(({ url, method }) => url.startsWith(prefix) && !reading.has(method))
      .map(({ url, method }) => `${method} ${url}`);
  }
}
