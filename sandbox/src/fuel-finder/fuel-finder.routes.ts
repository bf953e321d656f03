import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { createAccessTokenIssuer } from '../dvsa/tokens.ts';
import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { fuelPricesOfStation, sandboxFuelStations } from './stations.ts';

const perBatch = 500;
const lifetimeSeconds = 3_600;

const failed = (status: number, message: string): CannedAnswer => ({ status, body: { success: false, message } });

const faults: FaultAnswersByMode = {
  'error-500': () => failed(500, 'Internal server error'),
  'error-503': () => failed(503, 'Service unavailable'),
  'rate-limit': () => ({ ...failed(429, 'Too many requests'), headers: { 'retry-after': '60' } }),
  forbidden: () => failed(403, 'Forbidden'),
  'bad-request': () => failed(400, 'Bad request'),
  'not-found': () => failed(404, 'Not found'),
  'wrong-shape': () => ({ status: 200, body: { stations: [{ site_id: 'gcqfydrhb9q5' }] } }),
};

const isTokenCall = (request: FastifyRequest): boolean => request.url.includes('/oauth/');
const pathOf = (request: FastifyRequest): string =>
  new URL(request.url, 'http://sandbox').pathname.replace(/^.*\/v1/, '');
const fieldOf = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);
const queryOf = (request: FastifyRequest, name: string): string => {
  const value = fieldOf(request.query, name);
  return typeof value === 'string' ? value : '';
};

/** The routes of Fuel Finder: tokens, stations and prices, in batches. */
export function fuelFinderRoutes(context: SandboxContext) {
  const issuer = createAccessTokenIssuer();
  issuer.setLifetime(lifetimeSeconds);
  const refresh = 'refresh.';
  const tokens = (): CannedAnswer => ({
    status: 200,
    body: {
      success: true,
      data: {
        access_token: issuer.issue(context.now()).token,
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        refresh_token: refresh + issuer.issue(context.now()).token,
      },
      message: 'Operation successful',
    },
  });
  const isHolder = (request: FastifyRequest): boolean => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return issuer.check(token, context.now()) === 'valid';
  };
  const batchOf = <T>(request: FastifyRequest, all: readonly T[]): CannedAnswer => {
    const number = queryOf(request, 'batch-number');
    if (!/^[1-9]\d{0,4}$/.test(number)) return faults['bad-request']({ registration: null, asked: pathOf(request) });
    const batch = all.slice((Number(number) - 1) * perBatch, Number(number) * perBatch);
    return batch.length === 0 ? failed(404, `Batch ${number} is not available`) : { status: 200, body: batch };
  };

  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'fuel-finder',
      asked: pathOf,
      operation: pathOf,
      registration: () => null,
      refuse: (request) => (isTokenCall(request) || isHolder(request) ? null : failed(401, 'Unauthorized')),
      faults,
    });
    app.post('/v1/oauth/generate_access_token', async ({ body }, reply) => {
      const isValid =
        fieldOf(body, 'client_id') === sandboxCredentials.fuelFinderClientId &&
        fieldOf(body, 'client_secret') === sandboxCredentials.fuelFinderClientSecret;
      return sendCannedAnswer(reply, isValid ? tokens() : failed(401, 'Invalid client credentials'));
    });
    app.post('/v1/oauth/regenerate_access_token', async ({ body }, reply) => {
      const token = String(fieldOf(body, 'refresh_token'));
      const isValid =
        fieldOf(body, 'client_id') === sandboxCredentials.fuelFinderClientId &&
        token.startsWith(refresh) &&
        issuer.check(token.slice(refresh.length), context.now()) !== 'wrong';
      return sendCannedAnswer(reply, isValid ? tokens() : failed(401, 'Invalid refresh token'));
    });
    app.get('/v1/pfs', async (request, reply) => {
      // No station has changed since it was first reported.
      const all = queryOf(request, 'effective-start-timestamp') === '' ? sandboxFuelStations : [];
      return sendCannedAnswer(reply, batchOf(request, all));
    });
    app.get('/v1/pfs/fuel-prices', async (request, reply) => {
      const since = queryOf(request, 'effective-start-timestamp');
      const prices = sandboxFuelStations
        .map((station) => fuelPricesOfStation(station, context.now()))
        .filter(({ fuel_prices }) => fuel_prices.some(({ price_last_updated }) => price_last_updated >= since));
      return sendCannedAnswer(reply, batchOf(request, prices));
    });
  };
}
