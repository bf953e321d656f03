import type { FastifyInstance } from 'fastify';

const reading = new Set(['HEAD', 'OPTIONS']);

/** The routes of the application, to tell "no such address" from "not with this method". */
export class RouteTable {
  readonly #routes: { pattern: RegExp; url: string; method: string }[] = [];

  /** Notes every route that is registered from here on. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return;
      const pattern = new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
      for (const each of [method].flat()) this.#routes.push({ pattern, url, method: each });
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
