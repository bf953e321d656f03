import { addDays } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';
import { type CarChanges, changeableRecallStates, changeableTaxStatuses, toMotTest } from '../fleet/changed-car.ts';
import { compactRegistration, isWellFormedRegistration } from '../registration.ts';

export type CarChangeRequest = { ok: true; moved: CarChanges } | { ok: false; problem: string };

const no = (problem: string): CarChangeRequest => ({ ok: false, problem });
const day = /^\d{4}-\d{2}-\d{2}$/;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts the form's flat fields to the body of the API; an empty field is absent. */
function bodyOfForm(form: URLSearchParams): Fields {
  const field = (name: string): string | undefined => form.get(name)?.trim() || undefined;
  const lines = (name: string): string[] => (field(name) ?? '').split('\n').flatMap((line) => line.trim() || []);
  const result = field('testResult');
  return {
    ...(field('taxStatus') ? { tax: { status: field('taxStatus'), dueOn: field('taxDueOn') ?? null } } : {}),
    ...(result
      ? {
          test: { result, advisories: lines('advisories'), failures: lines('failures'), expiresOn: field('expiresOn') },
        }
      : {}),
    ...(field('recall') ? { recall: field('recall') } : {}),
    ...(field('scrapped') ? { scrapped: field('scrapped') === 'yes' } : {}),
    ...(field('exported') ? { exported: field('exported') === 'yes' } : {}),
    ...(field('keeper') ? { keeper: true } : {}),
    ...(field('plate') ? { plate: field('plate') } : {}),
    ...(field('finance') ? { finance: field('finance') } : {}),
    ...(field('value') ? { value: Number(field('value')) } : {}),
  };
}

/**
 * Parses a change of a car from a JSON body or the page's form. All members are optional and an empty body only pins
 * the car's dates: `tax` {status, dueOn}, `test` {result, expiresOn?, advisories?, failures?, miles?, at?}, `recall`,
 * `scrapped`, `exported` (true, or false to undo it), `keeper` (true), `plate` (the previous registration), `finance`
 * (the lender), `value` (pounds).
 */
export function parseCarChangeRequest(
  body: unknown,
  { car, before, now }: { car: SimulatedCar; before: CarChanges; now: Date },
): CarChangeRequest {
  const parsedBody = body instanceof URLSearchParams ? bodyOfForm(body) : (body ?? {});
  if (!isFields(parsedBody)) return no('Say what is moved as an object.');
  const { tax, test, recall, scrapped, exported, keeper, plate, finance, value } = parsedBody;
  const moved: CarChanges = { ...before };
  if (tax !== undefined) {
    if (!isFields(tax)) return no('tax must be {"status", "dueOn"}.');
    const status = changeableTaxStatuses.find((each) => each === tax['status']);
    const dueOn = tax['dueOn'] ?? null;
    if (status === undefined) return no(`tax.status must be one of ${changeableTaxStatuses.join(', ')}.`);
    if (dueOn !== null && (typeof dueOn !== 'string' || !day.test(dueOn))) return no('tax.dueOn must be a day.');
    moved.tax = { status, dueOn };
  }
  if (test !== undefined) {
    if (!isFields(test)) return no('test must be an object with a result.');
    const { result, expiresOn, advisories = [], failures = [], miles, at } = test;
    if (result !== 'PASSED' && result !== 'FAILED') return no('test.result must be PASSED or FAILED.');
    if (expiresOn !== undefined && (typeof expiresOn !== 'string' || !day.test(expiresOn)))
      return no('test.expiresOn must be a day.');
    const texts = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((each) => typeof each === 'string');
    if (!texts(advisories) || !texts(failures)) return no('test.advisories and test.failures must be lists of texts.');
    if (miles !== undefined && typeof miles !== 'number') return no('test.miles must be a number.');
    const done = at === undefined ? now : new Date(String(at));
    if (Number.isNaN(done.getTime()) || done > now) return no('test.at must be an instant that has passed.');
    const added = toMotTest(car, {
      result,
      at: done,
      advisories,
      failures,
      ...(expiresOn === undefined ? {} : { expiresOn }),
      ...(miles === undefined ? {} : { miles }),
    });
    moved.tests = [...before.tests, added].sort((a, b) => a.completedAt.localeCompare(b.completedAt));
  }
  if (recall !== undefined) {
    const state = changeableRecallStates.find((each) => each === recall);
    if (state === undefined) return no(`recall must be one of ${changeableRecallStates.join(', ')}.`);
    moved.recall = state;
  }
  if (scrapped === true || scrapped === false) moved.scrappedOn = scrapped ? car.today : null;
  if (exported === true || exported === false) moved.exportedOn = exported ? car.today : null;
  if (keeper === true) moved.keepers = [...before.keepers, car.today];
  if (plate !== undefined) {
    if (typeof plate !== 'string' || !isWellFormedRegistration(compactRegistration(plate)))
      return no('plate must be a registration.');
    moved.plates = [...before.plates, { previous: compactRegistration(plate), on: car.today }];
  }
  if (finance !== undefined) {
    if (typeof finance !== 'string' || finance === '') return no('finance must be the name of a lender.');
    const number = `HP${String(before.finance.length + 1).padStart(6, '0')}`;
    moved.finance = [...before.finance, { on: addDays(car.today, -1), lender: finance, number }];
  }
  if (value !== undefined) {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return no('value must be pounds.');
    moved.value = value;
  }
  return { ok: true, moved };
}
