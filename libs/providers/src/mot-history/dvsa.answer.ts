import { defectTypes } from '@ve/contracts/vehicle-record';
import type { MotDefect, MotTest, MotTestingData } from '@ve/domain/vehicle/record/vehicle-record';
import * as z from 'zod/mini';
import type { HttpResponse } from '../http/http-exchange.ts';
import {
  answeredAttemptVerdict,
  unavailableAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import { type FieldReader, createFieldReader } from '../platform/field-reader.ts';
import { normaliseRegistration, type AvailableVehicleAnswer } from '../vehicle-answer.ts';

const vehicle = z.looseObject({
  /** Missing from some responses; if present it must be the requested one. */
  registration: z.nullish(z.string()),
  /** Absent from a vehicle that was never tested. */
  motTests: z.nullish(z.array(z.record(z.string(), z.unknown()))),
});

const fault = z.object({ errorCode: z.string() });

const maxDefectTextLength = 1_000;

function defect(fields: FieldReader): MotDefect {
  // An undocumented type is still a defect: it stays in the history with the least specific type.
  const type = fields.oneOf('type', defectTypes) ?? 'NON SPECIFIC';
  return {
    type,
    text: fields.cutText('text', maxDefectTextLength) ?? '',
    dangerous: fields.flag('dangerous') ?? type === 'DANGEROUS',
  };
}

function odometer(fields: FieldReader): Pick<MotTest, 'odometer' | 'odometerResult'> {
  const value = fields.whole('odometerValue', 0, 9_999_999);
  const unit = fields.oneOf('odometerUnit', ['MI', 'KM']);
  const reading = value !== null && unit !== null ? { value, unit } : null;
  const odometerResult =
    fields.oneOf('odometerResultType', ['READ', 'UNREADABLE', 'NO_ODOMETER']) ?? (reading ? 'READ' : 'UNREADABLE');
  return { odometer: odometerResult === 'READ' ? reading : null, odometerResult };
}

/** One test; null for an undocumented result, `unreadable` for a test without a valid time. */
function motTest(test: Record<string, unknown>, fields: FieldReader): MotTest | null | 'unreadable' {
  const completedAt = fields.instant('completedDate');
  if (completedAt === null || typeof test.testResult !== 'string') return 'unreadable';
  const result = fields.oneOf('testResult', ['PASSED', 'FAILED']);
  if (result === null) return null;
  return {
    testNumber: fields.text('motTestNumber'),
    completedAt,
    result,
    expiryDate: fields.day('expiryDate'),
    ...odometer(fields),
    // The service is DVSA's: a test without a data source is attributed to DVSA.
    dataSource: fields.oneOf('dataSource', ['DVSA', 'DVA NI', 'CVS']) ?? 'DVSA',
    defects: (fields.list('defects') ?? []).map(defect),
  };
}

/**
 * Compares tests, newest first. A pass is later than a failure at the same second: a vehicle that has passed is not
 * tested again.
 */
function newestFirst(a: MotTest, b: MotTest): number {
  if (a.completedAt !== b.completedAt) return a.completedAt < b.completedAt ? 1 : -1;
  return Number(a.result !== 'PASSED') - Number(b.result !== 'PASSED');
}

/** Removes tests that are listed twice. */
function once(tests: readonly MotTest[]): MotTest[] {
  const known = new Set<string>();
  return tests.filter(({ testNumber, completedAt, result }) => {
    if (testNumber === null) return true;
    const key = `${testNumber} ${completedAt} ${result}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** The verdict on a 200. A history with an unreadable test would be misleading, so it is rejected as a whole. */
function readVehicle(registration: string, json: unknown): AttemptVerdict<AvailableVehicleAnswer<MotTestingData>> {
  const found = vehicle.safeParse(json);
  if (!found.success) return unreadableAttemptVerdict();
  const namedRegistration = found.data.registration ?? registration;
  if (normaliseRegistration(namedRegistration) !== registration) return unreadableAttemptVerdict();
  const notes: string[] = [];
  const fields = createFieldReader(found.data, notes);
  const tests: MotTest[] = [];
  for (const [index, raw] of (found.data.motTests ?? []).entries()) {
    const test = motTest(raw, createFieldReader(raw, notes, { path: `motTests.${index}.` }));
    if (test === 'unreadable') return unreadableAttemptVerdict(notes);
    if (test !== null) tests.push(test);
  }
  const data: MotTestingData = {
    make: fields.text('make'),
    model: fields.text('model'),
    fuelType: fields.text('fuelType'),
    primaryColour: fields.text('primaryColour'),
    engineSize: fields.whole('engineSize', 0, 100_000) || null,
    firstUsedDate: fields.day('firstUsedDate'),
    registrationDate: fields.day('registrationDate'),
    manufactureDate: fields.day('manufactureDate'),
    motTestDueDate: fields.day('motTestDueDate'),
    hasOutstandingRecall:
      fields.oneOf('hasOutstandingRecall', ['Yes', 'No', 'Unknown', 'Unavailable']) ?? 'Unavailable',
    tests: once(tests).toSorted(newestFirst),
  };
  // A response without a registration must contain at least some vehicle data.
  const isNamed = typeof found.data.registration === 'string';
  if (!isNamed && data.make === null && data.model === null && tests.length === 0)
    return unreadableAttemptVerdict(notes);
  return answeredAttemptVerdict({ state: 'found', data }, notes);
}

/** The service's error code (`MOTH-NF-01`), or null. */
export function dvsaErrorCode({ json }: HttpResponse): string | null {
  const parsed = fault.safeParse(json);
  return parsed.success ? parsed.data.errorCode : null;
}

/**
 * The verdict on a response of DVSA's MOT History API. A 404 means "no such vehicle" only with the service's own error
 * code.
 */
export function readDvsaMotHistoryAnswer(
  registration: string,
  answer: HttpResponse,
): AttemptVerdict<AvailableVehicleAnswer<MotTestingData>> {
  if (answer.status === 200) return readVehicle(registration, answer.json);
  const code = dvsaErrorCode(answer);
  if (code === 'MOTH-NF-01') return answeredAttemptVerdict({ state: 'not-held' });
  if (code === 'MOTH-NF-02') return unavailableAttemptVerdict('source-error', { fault: true });
  if (code !== null && /^MOTH-(BR|NP|IV)-/.test(code)) return answeredAttemptVerdict({ state: 'invalid' });
  if (code !== null && /^MOTH-(UA|FB|PC)-/.test(code)) return unavailableAttemptVerdict('refused');
  // The daily quota does not recover within the time of a retry.
  if (code === 'MOTH-RL-01') return unavailableAttemptVerdict('rate-limited', { retryAfterMs: answer.retryAfterMs });
  return attemptVerdictOfStatus(answer);
}
