import { vendorNames, type VendorName } from './vendor.types.ts';

export interface LoggedVendorCall {
  registration: string | null;
  /** Instant in UTC. */
  at: string;
  /** The request, apart from the registration. */
  asked: string;
  /** Null before the response, and if the connection was cut. */
  status: number | null;
}

export interface LoggedVendorCalls {
  /** Calls since the last reset; for one registration, only retained ones. */
  count: number;
  calls: LoggedVendorCall[];
}

export interface VendorCallLog {
  begin(vendor: VendorName, asked: string, at: Date): LoggedVendorCall;
  /** Newest first; with a registration, only calls for it. */
  read(registration: string | null): Record<VendorName, LoggedVendorCalls>;
  clear(): void;
}

/** Calls retained per vendor: enough for a test, bounded for a week of development. */
const kept = 5_000;

/** The log of the calls that each vendor received. */
export function createVendorCallLog(): VendorCallLog {
  const log = new Map<VendorName, LoggedVendorCall[]>(vendorNames.map((name) => [name, []]));
  const of = (vendor: VendorName): LoggedVendorCall[] => log.get(vendor) ?? [];
  const totals = new Map<VendorName, number>();
  const readOne = (vendor: VendorName, registration: string | null): LoggedVendorCalls => {
    const calls = of(vendor).filter((call) => registration === null || call.registration === registration);
    const count = registration === null ? (totals.get(vendor) ?? 0) : calls.length;
    return { count, calls: calls.reverse() };
  };
  return {
    begin: (vendor, asked, at) => {
      const call: LoggedVendorCall = { registration: null, at: at.toISOString(), asked, status: null };
      const calls = of(vendor);
      calls.push(call);
      totals.set(vendor, (totals.get(vendor) ?? 0) + 1);
      if (calls.length > kept) calls.shift();
      return call;
    },
    read: (registration) => ({
      dvla: readOne('dvla', registration),
      dvsa: readOne('dvsa', registration),
      entra: readOne('entra', registration),
      ukvd: readOne('ukvd', registration),
      'ideal-postcodes': readOne('ideal-postcodes', registration),
      recalls: readOne('recalls', registration),
      'fuel-finder': readOne('fuel-finder', registration),
      stripe: readOne('stripe', registration),
      twilio: readOne('twilio', registration),
    }),
    clear: () => {
      for (const calls of log.values()) calls.length = 0;
      totals.clear();
    },
  };
}
