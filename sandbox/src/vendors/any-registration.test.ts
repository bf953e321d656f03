import { jest } from '@jest/globals';
import fc from 'fast-check';
import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { dvlaErrorShapes } from '../testing/dvla-shapes.ts';
import { dvsaErrorShape } from '../testing/dvsa-shapes.ts';
import { ukvdFailureShape } from '../testing/ukvd-shapes.ts';

// Hundreds of real requests take long on a busy machine.
jest.setTimeout(90_000);

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller();
});
afterAll(() => caller.close());

const plateLike = fc.stringMatching(/^[A-Z]{0,3}[0-9]{0,4}[A-Z]{0,3}$/);
const anything = fc
  .oneof(
    plateLike,
    fc.string({ maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ minLength: 200, maxLength: 400 }),
  )
  // A lone surrogate cannot be sent in a URL; a dot segment is resolved by the client itself.
  .filter((text) => text.isWellFormed() && !['', '.', '..', 'SL02WLY', 'DN02DWN'].includes(text));

test('DVLA gives a documented response to any text as a registration', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const answer = await caller.dvla(text);
      if (answer.status === 200) return expect(getNestedValue(answer.body, 'registrationNumber')).toBe(text);
      return expect(dvlaErrorShapes[answer.status]?.(answer.body, 'body')).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

test('DVSA gives a documented response to any text as a registration', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const answer = await caller.dvsa(text);
      if (answer.status === 200) return expect(getNestedValue(answer.body, 'registration')).toBe(text);
      expect([400, 404]).toContain(answer.status);
      return expect(dvsaErrorShape(answer.body, 'body')).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

test('UK Vehicle Data gives a documented response to any text as a registration', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const answer = await caller.ukvd('VehicleData', text);
      expect(answer.status).toBe(200);
      if (getNestedValue(answer.body, 'Response', 'StatusCode') === 'Success') return;
      expect(['ItemNotFound', 'KeyInvalid', 'InformationNotAvailable']).toContain(
        getNestedValue(answer.body, 'Response', 'StatusCode'),
      );
      expect(ukvdFailureShape(answer.body, 'body')).toEqual([]);
    }),
    { numRuns: 120 },
  );
});
