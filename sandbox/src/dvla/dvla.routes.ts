import type { FastifyInstance } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { applyDataOddities } from '../fleet/data-oddities.ts';
import { isWellFormedRegistration } from '../registration.ts';
import { removeNulls } from '../ukvd/remove-nulls.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import {
  dvlaBadRequestAnswer,
  dvlaFaultAnswers,
  dvlaForbiddenAnswer,
  dvlaNotFoundAnswer,
  dvlaSystemErrorAnswer,
} from './dvla.errors.ts';
import { toDvlaUatVehicle, dvlaUatErrorAnswers } from './uat-vehicles.ts';

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
      refuse: (request) =>
        request.headers['x-api-key'] === sandboxCredentials.dvlaApiKey ? null : dvlaForbiddenAnswer,
      faults: dvlaFaultAnswers,
    });
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
      sendCannedAnswer(reply, (error.statusCode ?? 500) < 500 ? dvlaBadRequestAnswer : dvlaSystemErrorAnswer),
    );
    app.setNotFoundHandler((_request, reply) => sendCannedAnswer(reply, dvlaForbiddenAnswer));

    app.post('/vehicle-enquiry/v1/vehicles', { bodyLimit: 4_096 }, async (request, reply) => {
      const registration = registrationOf(request.body);
      if (registration === null || !isWellFormedRegistration(registration))
        return sendCannedAnswer(reply, dvlaBadRequestAnswer);
      const documented = dvlaUatErrorAnswers[registration];
      if (documented) return sendCannedAnswer(reply, documented);
      const car = context.fleet.find(registration, 'dvla');
      return car
        ? sendCannedAnswer(reply, {
            status: 200,
            body: removeNulls(applyDataOddities(car, toDvlaUatVehicle(car))),
          })
        : sendCannedAnswer(reply, dvlaNotFoundAnswer);
    });
  };
}
