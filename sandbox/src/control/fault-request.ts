import { compactRegistration } from '../registration.ts';
import type { VendorFault } from '../vendors/fault-store.ts';
import { vendorFaultModes, isVendorFaultMode } from '../vendors/vendor.types.ts';

const defaultDelayMs = 3_000;
const maxDelayMs = 120_000;

/** An operation of Stripe, or a package of UK Vehicle Data. */
const operationPattern = /^(?:(?:GET|POST|DELETE) \/[a-z0-9_/:]{1,80}|[A-Z][A-Za-z]{2,40})$/;

type Field = string | number | null | undefined;
interface FaultRequest {
  mode: Field;
  delayMs: Field;
  registration: Field;
  operation: Field;
  times: Field;
}

/** The fields of a JSON body or of the page's form; a blank field counts as absent. */
function fieldsOf(body: unknown): FaultRequest | null {
  const source = body instanceof URLSearchParams ? Object.fromEntries(body) : body;
  if (typeof source !== 'object' || source === null) return null;
  const field = (name: string): Field => {
    const value: unknown = Reflect.get(source, name);
    if (value === undefined || value === null || value === '') return undefined;
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  };
  return {
    mode: field('mode'),
    delayMs: field('delayMs'),
    registration: field('registration'),
    operation: field('operation'),
    times: field('times'),
  };
}

function wholeNumber(value: Field, max: number): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= max ? number : null;
}

/** Parses a fault request, or describes what is wrong with it. */
export function readFaultRequest(body: unknown): { ok: true; fault: VendorFault } | { ok: false; problem: string } {
  const fields = fieldsOf(body);
  if (!fields || !isVendorFaultMode(fields.mode)) {
    return { ok: false, problem: `mode must be one of ${Object.keys(vendorFaultModes).join(', ')}.` };
  }
  const delayMs =
    fields.delayMs === undefined
      ? fields.mode === 'slow'
        ? defaultDelayMs
        : 0
      : wholeNumber(fields.delayMs, maxDelayMs);
  if (delayMs === null) return { ok: false, problem: `delayMs must be a whole number from 0 to ${maxDelayMs}.` };
  const times = fields.times === undefined ? undefined : wholeNumber(fields.times, 1_000_000);
  if (times === null || times === 0) return { ok: false, problem: 'times must be a whole number of 1 or more.' };
  const typed = fields.registration;
  if (typed !== undefined && (typeof typed !== 'string' || !/^[A-Z0-9]{1,20}$/.test(compactRegistration(typed)))) {
    return { ok: false, problem: 'registration must be letters and digits, such as AB12 CDE.' };
  }
  const { operation } = fields;
  if (operation !== undefined && (typeof operation !== 'string' || !operationPattern.test(operation))) {
    return { ok: false, problem: 'operation must be like POST /v1/payment_intents/:id/confirm, or VdiCheckFull.' };
  }
  return {
    ok: true,
    fault: {
      mode: fields.mode,
      delayMs,
      operation: operation ?? null,
      registration: typeof typed === 'string' ? compactRegistration(typed) : null,
      timesLeft: times ?? null,
    },
  };
}
