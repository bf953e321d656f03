import { type VehicleFetch, vehicleFetchSchema } from '@ve/contracts/http/vehicle/vehicle-data';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { recordVehicleFetchAnswer, startVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import type { AnsweredRecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import fc from 'fast-check';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Pending = Extract<VehicleFetch, { outcome: 'pending' }>;
type Name = 'licensing' | 'testing' | 'specification';

const names: Name[] = ['licensing', 'testing', 'specification'];
const sources = { licensing: 'DVLA', testing: 'DVSA', specification: 'UKVD' } as const;
const at = '2026-11-21T10:00:00.000Z';
const long = completeRecordOf('AB12CDE', new Date(at));

const anAnswer = fc
  .record({ name: fc.constantFrom(...names), state: fc.constantFrom('found', 'not-held', 'unavailable') })
  .map(({ name, state }): AnsweredRecordSection => {
    const source = sources[name];
    if (state === 'unavailable') return { state, source, at, reason: 'timeout' };
    if (state === 'not-held') return { state, source, at };
    const section = long[name];
    if (section.state !== 'found') throw new Error('the sample lacks a section');
    return { ...section, source, at };
  });
/** A worker was killed: its job runs again. */
const aRestart = fc.constant('restart' as const);

const read = async (id: string): Promise<Pending> => {
  const state = vehicleFetchSchema.parse(await (await fetch(`${app.url}/api/vehicle-fetches/${id}`)).json());
  if (state.outcome !== 'pending') throw new Error(`expected a pending fetch, got ${state.outcome}`);
  return state;
};

/** The states of a source's section, by its step. */
const statesAt: Record<string, string[]> = {
  asking: ['asking'],
  answered: ['found', 'not-held'],
  unavailable: ['unavailable'],
};

const isSettled = (state: string): boolean => state === 'found' || state === 'not-held';

it('partial records match the contract and never lose a section, in any order of answers and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: anAnswer }, aRestart), { maxLength: 8 }),
      async (events) => {
        await app.empty('vehicle_fetches', 'outbox');
        const { id } = await requestTestVehicleFetch(app.em(), { registration: 'AB12CDE' });
        await startVehicleFetch(app.em(), id);
        let before = await read(id);
        for (const event of events) {
          await (event === 'restart' ? startVehicleFetch(app.em(), id) : recordVehicleFetchAnswer(app.em(), id, event));
          const after = await read(id);
          for (const name of names) {
            const earlier = before.partial?.record[name];
            if (earlier && isSettled(earlier.state)) expect(after.partial?.record[name]).toEqual(earlier);
          }
          const known = after.partial && names.map((name) => after.partial?.record[name].state);
          if (known) expect(known).toContain('found');
          for (const [index, { state }] of after.steps.entries()) {
            if (known) expect(statesAt[state]).toContain(known[index]);
          }
          before = after;
        }
      },
    ),
    { numRuns: 40 },
  );
});
