import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';
import { applyDataOddities } from '../fleet/data-oddities.ts';
import { compactRegistration, isRestrictedRegistration, isWellFormedRegistration } from '../registration.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { ukvdEnvelopeOf, ukvdFaultAnswers, ukvdUnauthorisedAnswer } from './envelope.ts';
import { ukvdVehicleImageData } from './image.mapper.ts';
import { removeNulls } from './remove-nulls.ts';
import { ukvdValuationData } from './valuation.mapper.ts';
import { ukvdVdiCheckFull } from './vdi-check.mapper.ts';
import { ukvdVehicleData } from './vehicle-data.mapper.ts';

/** A query parameter; the vendor's names are not case-sensitive. */
function parameter(request: FastifyRequest, name: string): string | null {
  const { query } = request;
  if (typeof query !== 'object' || query === null) return null;
  const found = Object.entries(query).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found && typeof found[1] === 'string' ? found[1] : null;
}

function packageOf(request: FastifyRequest): string {
  const { params } = request;
  const name = typeof params === 'object' && params !== null && 'packageName' in params ? params.packageName : '';
  return typeof name === 'string' ? name : '';
}

const registrationOf = (request: FastifyRequest): string | null => {
  const typed = parameter(request, 'key_VRM');
  return typed === null || compactRegistration(typed) === '' ? null : compactRegistration(typed);
};

const milesOf = (request: FastifyRequest): number | null => {
  const typed = parameter(request, 'key_mileage');
  return typed !== null && /^\d{1,7}$/.test(typed) ? Number(typed) : null;
};

const packages: Record<string, (car: SimulatedCar, request: FastifyRequest, now: Date) => object> = {
  VehicleData: (car, request) => ukvdVehicleData(car, parameter(request, 'key_VIN')),
  VdiCheckFull: (car) => ukvdVdiCheckFull(car),
  ValuationData: (car, request) => ukvdValuationData(car, milesOf(request)),
  VehicleImageData: (car, { protocol, host }, now) =>
    ukvdVehicleImageData(car, { origin: `${protocol}://${host}`, now }),
};

export const ukvdPackages: readonly string[] = Object.keys(packages);

/**
 * The routes of UK Vehicle Data, version 2: the packages VehicleData, VdiCheckFull, ValuationData and VehicleImageData.
 * A success is billed when it is made, whether or not the response arrives.
 */
export function ukvdRoutes(context: SandboxContext) {
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'ukvd',
      asked: packageOf,
      registration: registrationOf,
      operation: packageOf,
      refuse: (request) => {
        const header = request.headers.authorization?.replace(/^ukvd-ipwhitelist /, '');
        return (parameter(request, 'auth_apikey') ?? header) === sandboxCredentials.ukvdApiKey
          ? null
          : ukvdUnauthorisedAnswer;
      },
      faults: ukvdFaultAnswers,
    });
    app.setErrorHandler<Error & { statusCode?: number }>((_error, request, reply) =>
      sendCannedAnswer(
        reply,
        ukvdEnvelopeOf({ asked: packageOf(request), registration: null }, { statusCode: 'Failure', dataItems: null }),
      ),
    );

    app.get('/api/datapackage/:packageName', async (request, reply) => {
      const call = { asked: packageOf(request), registration: registrationOf(request) };
      const items = Object.hasOwn(packages, call.asked) ? packages[call.asked] : undefined;
      if (!items)
        return sendCannedAnswer(reply, ukvdEnvelopeOf(call, { statusCode: 'InvalidPackageId', dataItems: null }));
      const { registration } = call;
      if (registration === null || !isWellFormedRegistration(registration) || registration === 'ER19BAD') {
        return sendCannedAnswer(reply, ukvdEnvelopeOf(call, { statusCode: 'KeyInvalid', dataItems: null }));
      }
      if (isRestrictedRegistration(registration))
        return sendCannedAnswer(
          reply,
          ukvdEnvelopeOf(call, { statusCode: 'InformationNotAvailable', dataItems: null }),
        );
      const car = context.fleet.find(registration, 'ukvd');
      if (!car) return sendCannedAnswer(reply, ukvdEnvelopeOf(call, { statusCode: 'ItemNotFound', dataItems: null }));
      const answer = ukvdEnvelopeOf(call, {
        statusCode: 'Success',
        dataItems: applyDataOddities(car, items(car, request, context.now())),
      });
      context.bills.add(call.asked, registration);
      return sendCannedAnswer(
        reply,
        parameter(request, 'api_nullitems') === '1' ? answer : { ...answer, body: removeNulls(answer.body) },
      );
    });
  };
}
