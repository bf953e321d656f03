import { vendorNames, type VendorFaultMode, type VendorName } from './vendor.types.ts';

export interface VendorFault {
  mode: VendorFaultMode;
  /** The delay of the response in milliseconds. */
  delayMs: number;
  /** Null for every registration. */
  registration: string | null;
  /** An operation of a vendor that has several, such as `POST /v1/refunds` or `VdiCheckFull`; null for all. */
  operation: string | null;
  /** Remaining responses with this fault; null for unlimited. */
  timesLeft: number | null;
}

export interface VendorFaultStore {
  /** Sets a vendor's fault, for one registration, one operation or both, or for all; `ok` clears it. */
  set(vendor: VendorName, fault: VendorFault): void;
  /** The fault of the next response; decrements its count. */
  take(vendor: VendorName, registration: string | null, operation?: string | null): VendorFault | null;
  list(vendor: VendorName): VendorFault[];
  clear(): void;
}

const every = '*';
const limit = 200;

/** The permanent fault of a registration. */
function alwaysOf(vendor: VendorName, registration: string | null): VendorFault | null {
  if (vendor === 'entra' || vendor === 'stripe' || vendor === 'twilio') return null;
  if (registration === 'SL02WLY')
    return { mode: 'slow', delayMs: 20_000, registration, operation: null, timesLeft: null };
  if (registration === 'DN02DWN')
    return { mode: 'error-500', delayMs: 0, registration, operation: null, timesLeft: null };
  return null;
}

/** The key of a stored fault. It is unambiguous: a registration has no space, and no operation starts with one. */
const keyOf = (registration: string | null, operation: string | null): string =>
  registration !== null && operation !== null ? `${registration} ${operation}` : (registration ?? operation ?? every);

/** Injected faults; the most specific takes precedence: registration and operation, registration, operation, vendor. */
export function createVendorFaultStore(): VendorFaultStore {
  const faults = new Map<VendorName, Map<string, VendorFault>>(vendorNames.map((name) => [name, new Map()]));
  const of = (vendor: VendorName): Map<string, VendorFault> => faults.get(vendor) ?? new Map<string, VendorFault>();
  return {
    set: (vendor, fault) => {
      const key = keyOf(fault.registration, fault.operation);
      of(vendor).delete(key);
      if (fault.mode === 'ok') return;
      const oldest = of(vendor).keys().next().value;
      if (of(vendor).size >= limit && oldest !== undefined) of(vendor).delete(oldest);
      of(vendor).set(key, fault);
    },
    take: (vendor, registration, operation = null) => {
      const kept = of(vendor);
      const keys = [keyOf(registration, operation), keyOf(registration, null), keyOf(null, operation)];
      const key = keys.find((one) => kept.has(one)) ?? every;
      const fault = of(vendor).get(key);
      if (!fault) return alwaysOf(vendor, registration);
      if (fault.timesLeft !== null) {
        fault.timesLeft -= 1;
        if (fault.timesLeft <= 0) of(vendor).delete(key);
      }
      return fault;
    },
    list: (vendor) => [...of(vendor).values()],
    clear: () => {
      for (const each of faults.values()) each.clear();
    },
  };
}
