import type { FastifyInstance } from 'fastify';
import { credentials } from '../credentials.ts';
import { applyDataOddities } from '../fleet/data-oddities.ts';
import { isWellFormed } from '../registration.ts';
import { removeNulls } from '../ukvd/remove-nulls.ts';
import { addVendorHooks, sendAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { badRequest, dvlaFaults, forbidden, notFound, systemError } from './dvla.errors.ts';
import { documentedTestVehicle, uatErrors } from './uat-vehicles.ts';

function registrationOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('registrationNumber' in body)) return null;
  return typeof body.registrationNumber === 'string' ? body.registrationNumber : null;
}

/** The routes of DVLA's Vehicle Enquiry Service v1. */
export function dvlaRoutes(context: SandboxContext) {
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'dvla',
      asked: () => 'vehicle enquiry',
      registration: (request) => registrationOf(request.body),
      refuse: (request) => (request.headers['x-api-key'] === credentials.dvlaApiKey ? null : forbidden),
      faults: dvlaFaults,
    });
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
      sendAnswer(reply, (error.statusCode ?? 500) < 500 ? badRequest : systemError),
    );
    app.setNotFoundHandler((_request, reply) => sendAnswer(reply, forbidden));

    app.post('/vehicle-enquiry/v1/vehicles', { bodyLimit: 4_096 }, async (request, reply) => {
      const registration = registrationOf(request.body);
      if (registration === null || !isWellFormed(registration)) return sendAnswer(reply, badRequest);
      const documented = uatErrors[registration];
      if (documented) return sendAnswer(reply, documented);
      const car = context.fleet.find(registration, 'dvla');
      return car
        ? sendAnswer(reply, { status: 200, body: removeNulls(applyDataOddities(car, documentedTestVehicle(car))) })
        : sendAnswer(reply, notFound);
    });
  };
}
