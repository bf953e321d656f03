import type { Type } from '@nestjs/common';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { VendorSignature } from './audience.ts';

const reading = new Set(['HEAD', 'OPTIONS']);

/** The routes of the application: who they are for, and which methods an address answers. */
export class RouteTable {
  readonly #routes: { pattern: RegExp; url: string; method: string }[] = [];
  readonly #all: RouteOptions[] = [];

  /** Notes every route that is registered from here on. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', (route) => {
      this.#all.push(route);
      const { url, method } = route;
      if (url.includes('*')) return;
      const pattern = new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
      for (const each of [method].flat()) this.#routes.push({ pattern, url, method: each });
    });
  }

  /** @throws Error that names every route which says nothing of who may call it */
  requireAudiences(): void {
    const silent = this.#all.filter(({ config }) => config?.audience === undefined);
    if (silent.length === 0) return;
    const names = silent.map(({ method, url }) => `${[method].flat().join(', ')} ${url}`);
    throw new Error(
      `No audience is named for ${names.join(' and ')}: give the handler @Serves(endpoint, { audience, … }), or ` +
        '@OpenTo(audience) where it is no operation of the API.',
    );
  }

  /** The vendors' signatures that routes ask for. */
  signatures(): Type<VendorSignature>[] {
    return this.#all.flatMap(({ config }) => {
      const audience = config?.audience;
      return typeof audience === 'object' && 'vendor' in audience ? [audience.vendor] : [];
    });
  }

  /** Methods that a path answers; empty if nothing is there. */
  methodsOf(path: string): string[] {
    return [...new Set(this.#routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort();
  }

  /** Every route below a prefix as `GET /api/session`, for the documentation's completeness. */
  list(prefix: string): string[] {
    return this.#routes
      .filter(({ url, method }) => url.startsWith(prefix) && !reading.has(method))
      .map(({ url, method }) => `${method} ${url}`);
  }
}
