import { fullCheckSchema } from '@ve/contracts/full-check';
import { vehicleRecordSchema } from '@ve/contracts/vehicle-record';
import fc from 'fast-check';
import type { HttpResponse } from './http/http-exchange.ts';
import { createInMemoryLimiter } from './http/vendor-limiter.fixture.ts';
import { jsonReply, readRecordings, startStubVendor } from './http/vendor-server.fixture.ts';
import type { AttemptVerdict } from './http/attempt-verdict.ts';
import { createDvlaAdapter } from './vehicle-enquiry/dvla.adapter.ts';
import { readDvlaAnswer } from './vehicle-enquiry/dvla.answer.ts';
import { readUkvdSpecificationAnswer } from './specification/ukvd.answer.ts';
import { readDvsaMotHistoryAnswer } from './mot-history/dvsa.answer.ts';
import { readUkvdEnvelope } from './ukvd-envelope.ts';
import { readUkvdValuation } from './valuation/ukvd-valuation.answer.ts';
import { readUkvdVdiCheck } from './vdi-check/ukvd-vdi.answer.ts';
import type { AvailableVehicleAnswer } from './vehicle-answer.ts';

const dvla = readRecordings(new URL('./vehicle-enquiry/recordings/dvla.json', import.meta.url));
const dvsa = readRecordings(new URL('./mot-history/recordings/dvsa.json', import.meta.url));
const ukvd = readRecordings(new URL('./specification/recordings/ukvd.json', import.meta.url));

const vdi = readRecordings(new URL('./vdi-check/recordings/ukvd-vdi.json', import.meta.url));
const valuation = readRecordings(new URL('./valuation/recordings/ukvd-valuation.json', import.meta.url));

interface SourceCase {
  name: string;
  source: 'DVLA' | 'DVSA' | 'UKVD';
  registration: string;
  recorded: unknown;
  read(
    registration: string,
    answer: HttpResponse,
  ): AttemptVerdict<AvailableVehicleAnswer<unknown> | { state: 'restricted' }>;
  section: { safeParse(value: unknown): { success: boolean; data?: unknown } };
}

const { licensing, testing, specification } = vehicleRecordSchema.shape;
const sources: SourceCase[] = [
  {
    name: 'DVLA',
    source: 'DVLA',
    registration: 'AA19AAA',
    recorded: dvla('petrol').body,
    read: readDvlaAnswer,
    section: licensing,
  },
  {
    name: 'DVSA',
    source: 'DVSA',
    registration: 'AA19AAA',
    recorded: dvsa('tested').body,
    read: readDvsaMotHistoryAnswer,
    section: testing,
  },
  {
    name: 'VdiCheckFull',
    source: 'UKVD',
    registration: 'KM12AKK',
    recorded: vdi('marked').body,
    read: (registration, answer) => readUkvdEnvelope(answer, (items) => readUkvdVdiCheck(registration, items)).verdict,
    section: fullCheckSchema.shape.vdi,
  },
  {
    name: 'ValuationData',
    source: 'UKVD',
    registration: 'KM12AKK',
    recorded: valuation('valued').body,
    read: (registration, answer) => readUkvdEnvelope(answer, (items) => readUkvdValuation(registration, items)).verdict,
    section: fullCheckSchema.shape.valuation,
  },
  {
    name: 'VehicleData',
    source: 'UKVD',
    registration: 'KM12AKK',
    recorded: ukvd('vehicle').body,
    read: readUkvdSpecificationAnswer,
    section: specification,
  },
];

/** Values that a careless parser would accept: near misses of dates, numbers, flags and prototype names. */
const nearMiss = fc.constantFrom<unknown>(
  ...[
    '__proto__',
    'constructor',
    '2023-02-30',
    '0001-01-01T00:00:00',
    '1e400',
    '-0',
    'null',
    ' ',
    'LICENSE_RESTRICTED',
  ],
  ...['2023-10-12T14:22:31+99:99', '٣', '9'.repeat(400), 'Yes', 'PASSED', 'READ', 'km'],
  ...[-0, 1e308, Number.MAX_SAFE_INTEGER, 0.1, -1, true, [], {}, [null], [[]], { length: 3 }],
);
const anything = fc.oneof(nearMiss, fc.jsonValue());

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, item]) =>
    pathsOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...below];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

describe.each(sources)('$name', ({ source, registration, recorded, read, section }) => {
  const holds = (body: unknown, status = 200) => {
    const { result: answer } = read(registration, { status, json: body, retryAfterMs: null });
    if (answer.state !== 'found') return answer.state;
    const found = { state: 'found', source, at: '2026-11-21T01:00:00.000Z', data: answer.data };
    const parsed = section.safeParse(found);
    expect(parsed.success).toBe(true);
    expect(parsed.data).toEqual(found);
    // UK Vehicle Data's placeholder for values that our licence does not cover.
    if (source === 'UKVD') expect(JSON.stringify(found)).not.toMatch(/"LICEN[CS]E[ _]RESTRICTED"/i);
    return answer.state;
  };

  test('its recording is found', () => {
    expect(holds(recorded)).toBe('found');
  });

  test('any JSON at any status never throws and is never found with wrong types', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(200, 200, 204, 302, 400, 401, 403, 404, 429, 500, 503), (body, status) => {
        expect(holds(body, status)).not.toBe('found');
      }),
      { numRuns: 500 },
    );
  });

  test('a recording with any parts replaced by anything never throws and is never found with wrong types', () => {
    const paths = fc.constantFrom(...pathsOf(recorded));
    const changes = fc.array(fc.tuple(paths, anything), { minLength: 1, maxLength: 4 });
    let found = 0;
    fc.assert(
      fc.property(changes, (all) => {
        const body = all.reduce<unknown>((value, [path, by]) => {
          // A path removed by an earlier change has nothing to replace.
          try {
            return replaced(value, path, by);
          } catch {
            return value;
          }
        }, recorded);
        if (holds(body) === 'found') found += 1;
      }),
      { numRuns: 1_500 },
    );
    // Most fields may be wrong without affecting the others.
    expect(found).toBeGreaterThan(300);
  });
});

test('over HTTP, any JSON with a 200 is returned as an answer and does not throw', async () => {
  const vendor = await startStubVendor();
  const adapter = createDvlaAdapter({
    url: vendor.url,
    apiKey: 'k',
    createVendorLimiter: createInMemoryLimiter,
    limits: { breakerFailures: 10_000, ratePerSecond: 1e6, burst: 1e6 },
  });
  await fc.assert(
    fc.asyncProperty(anything, async (body) => {
      vendor.play(jsonReply({ status: 200, body }));
      expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
    }),
    { numRuns: 100 },
  );
  await adapter.close();
  await vendor.close();
});
