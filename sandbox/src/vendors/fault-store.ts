import { vendorNames, type FaultMode, type VendorName } from './vendor.types.ts';

export interface Fault {
  mode: FaultMode;
  /** Milliseconds before the answer. */
  delayMs: number;
  /** Null: every registration. */
  registration: string | null;
  /** Answers left before the vendor is well again; null: for ever. */
  timesLeft: number | null;
}

export interface FaultStore {
  /** Sets one vendor's fault, for one registration or for all; `ok` ends it. */
  set(vendor: VendorName, fault: Fault): void;
  /** The fault that the next answer must show; counts it down. */
  take(vendor: VendorName, registration: string | null): Fault | null;
  list(vendor: VendorName): Fault[];
  clear(): void;
}

const everyRegistration = '*';
const limit = 200;

/** What a registration always does, whatever the control page says. */
function alwaysOf(vendor: VendorName, registration: string | null): Fault | null {
  if (vendor === 'entra') return null;
  if (registration === 'SL02WLY') return { mode: 'slow', delayMs: 20_000, registration, timesLeft: null };
  if (registration === 'DN02DWN') return { mode: 'error-500', delayMs: 0, registration, timesLeft: null };
  return null;
}

/** Faults that somebody asked for; one registration's own comes before its vendor's. */
export function createFaultStore(): FaultStore {
  const faults = new Map<VendorName, Map<string, Fault>>(vendorNames.map((name) => [name, new Map()]));
  const of = (vendor: VendorName): Map<string, Fault> => faults.get(vendor) ?? new Map<string, Fault>();
  return {
    set: (vendor, fault) => {
      const key = fault.registration ?? everyRegistration;
      of(vendor).delete(key);
      if (fault.mode === 'ok') return;
      const oldest = of(vendor).keys().next().value;
      if (of(vendor).size >= limit && oldest !== undefined) of(vendor).delete(oldest);
      of(vendor).set(key, fault);
    },
    take: (vendor, registration) => {
      const key = registration !== null && of(vendor).has(registration) ? registration : everyRegistration;
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
