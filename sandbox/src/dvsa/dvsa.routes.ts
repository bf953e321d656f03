import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { applyDataOddities } from '../fleet/data-oddities.ts';
import { isWellFormedRegistration } from '../registration.ts';
import type { CannedAnswer } from '../vendors/vendor.types.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { dvsaErrorAnswer, dvsaFaultAnswers } from './dvsa.errors.ts';
import { listDvsaDeltaFiles } from './delta-files.ts';
import type { AccessTokenIssuer } from './tokens.ts';
import { dvsaVehicle } from './vehicle.mapper.ts';

/** The registration in the path, or null. */
function registrationOf(request: FastifyRequest): string | null {
  const { params } = request;
  if (typeof params !== 'object' || params === null || !('registration' in params)) return null;
  return typeof params.registration === 'string' ? params.registration : null;
}

function refusalOf(request: FastifyRequest, tokens: AccessTokenIssuer, now: Date): CannedAnswer | null {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
  if (token === '') return dvsaErrorAnswer('MOTH-FB-04');
  if (scheme.toLowerCase() !== 'bearer') return dvsaErrorAnswer('MOTH-UA-01');
  const state = tokens.check(token, now);
  if (state === 'wrong') return dvsaErrorAnswer('MOTH-UA-01');
  if (state === 'expired') return dvsaErrorAnswer('MOTH-FB-02');
  return request.headers['x-api-key'] === sandboxCredentials.dvsaApiKey ? null : dvsaErrorAnswer('MOTH-FB-03');
}

/** The routes of DVSA's MOT History API v1, single vehicles by registration. */
export function dvsaRoutes(context: SandboxContext, tokens: AccessTokenIssuer) {
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'dvsa',
      asked: (request) => (request.url.endsWith('/bulk-download') ? 'list of files' : 'MOT history'),
      registration: registrationOf,
      refuse: (request) => refusalOf(request, tokens, context.now()),
      faults: dvsaFaultAnswers,
    });
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
      sendCannedAnswer(reply, dvsaErrorAnswer((error.statusCode ?? 500) < 500 ? 'MOTH-BR-01' : 'MOTH-UN-01')),
    );
    app.setNotFoundHandler((_request, reply) => sendCannedAnswer(reply, dvsaErrorAnswer('MOTH-NF-02')));

    app.get('/v1/trade/vehicles/bulk-download', async (request) =>
      listDvsaDeltaFiles(context, `${request.protocol}://${request.host}`),
    );

    app.get('/v1/trade/vehicles/registration/:registration', async (request, reply) => {
      const registration = registrationOf(request) ?? '';
      if (!isWellFormedRegistration(registration) || registration === 'ER19BAD')
        return sendCannedAnswer(reply, dvsaErrorAnswer('MOTH-IV-03'));
      const car = context.fleet.find(registration, 'dvsa');
      return sendCannedAnswer(
        reply,
        car ? { status: 200, body: applyDataOddities(car, dvsaVehicle(car)) } : dvsaErrorAnswer('MOTH-NF-01'),
      );
    });
  };
}
