import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addVendorHooks, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { ukvdFaultAnswers } from './envelope.ts';
import { drawCarPng } from './picture.ts';

/** The operation name of faults of the pictures themselves. */
const ukvdPictureOperation = 'Picture';

function registrationOf({ params }: FastifyRequest): string | null {
  const file = typeof params === 'object' && params !== null && 'file' in params ? params.file : null;
  return typeof file === 'string' ? (/^([A-Z0-9]{2,7})\.png$/.exec(file)?.[1] ?? null) : null;
}

/** The routes of UK Vehicle Data's pictures: they need no key, since their addresses are the secret. */
export function ukvdPictureRoutes(context: SandboxContext) {
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'ukvd',
      asked: () => ukvdPictureOperation,
      registration: registrationOf,
      operation: () => ukvdPictureOperation,
      refuse: () => null,
      faults: ukvdFaultAnswers,
    });
    app.get('/:file', async (request, reply) => {
      const registration = registrationOf(request);
      const car = registration === null ? null : context.fleet.find(registration, 'ukvd');
      if (!car) return reply.code(404).send();
      return reply.type('image/png').send(drawCarPng(car.colour));
    });
  };
}
