import type { FastifyInstance, FastifyRequest } from 'fastify';
import { credentials } from '../credentials.ts';
import type { Car } from '../fleet/car.types.ts';
import { applyDataOddities } from '../fleet/data-oddities.ts';
import { compactRegistration, isRestricted, isWellFormed } from '../registration.ts';
import { addVendorHooks, sendAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { envelope, ukvdFaults, unauthorised } from './envelope.ts';
import { vehicleImageData } from './image.mapper.ts';
import { removeNulls } from './remove-nulls.ts';
import { valuationData } from './valuation.mapper.ts';
import { vdiCheckFull } from './vdi-check.mapper.ts';
import { vehicleData } from './vehicle-data.mapper.ts';

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

const packages: Record<string, (car: Car, request: FastifyRequest, now: Date) => object> = {
  VehicleData: (car, request) => vehicleData(car, parameter(request, 'key_VIN')),
  VdiCheckFull: (car) => vdiCheckFull(car),
  ValuationData: (car, request) => valuationData(car, milesOf(request)),
  VehicleImageData: (car, { protocol, host }, now) => vehicleImageData(car, { origin: `${protocol}://${host}`, now }),
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
        return (parameter(request, 'auth_apikey') ?? header) === credentials.ukvdApiKey ? null : unauthorised;
      },
      faults: ukvdFaults,
    });
    app.setErrorHandler<Error & { statusCode?: number }>((_error, request, reply) =>
      sendAnswer(reply, envelope({ asked: packageOf(request), registration: null }, 'Failure', null)),
    );

    app.get('/api/datapackage/:packageName', async (request, reply) => {
      const call = { asked: packageOf(request), registration: registrationOf(request) };
      const items = Object.hasOwn(packages, call.asked) ? packages[call.asked] : undefined;
      if (!items) return sendAnswer(reply, envelope(call, 'InvalidPackageId', null));
      const { registration } = call;
      if (registration === null || !isWellFormed(registration) || registration === 'ER19BAD') {
        return sendAnswer(reply, envelope(call, 'KeyInvalid', null));
      }
      if (isRestricted(registration)) return sendAnswer(reply, envelope(call, 'InformationNotAvailable', null));
      const car = context.fleet.find(registration, 'ukvd');
      if (!car) return sendAnswer(reply, envelope(call, 'ItemNotFound', null));
      const answer = envelope(call, 'Success', applyDataOddities(car, items(car, request, context.now())));
      context.bills.add(call.asked, registration);
      return sendAnswer(
        reply,
        parameter(request, 'api_nullitems') === '1' ? answer : { ...answer, body: removeNulls(answer.body) },
      );
    });
  };
}
