import { vendorNames, type VendorName } from './vendor.types.ts';

export interface Call {
  registration: string | null;
  /** Instant in UTC. */
  at: string;
  /** The request, apart from the registration. */
  asked: string;
  /** Null before the response, and if the connection was cut. */
  status: number | null;
}

export interface VendorCalls {
  /** Calls since the last reset; for one registration, only retained ones. */
  count: number;
  calls: Call[];
}

export interface CallLog {
  begin(vendor: VendorName, asked: string, at: Date): Call;
  /** Newest first; with a registration, only calls for it. */
  read(registration: string | null): Record<VendorName, VendorCalls>;
  clear(): void;
}

/** Calls retained per vendor: enough for a test, bounded for a week of development. */
const kept = 5_000;

/** The log of the calls that each vendor received. */
export function createCallLog(): CallLog {
  const log = new Map<VendorName, Call[]>(vendorNames.map((name) => [name, []]));
  const of = (vendor: VendorName): Call[] => log.get(vendor) ?? [];
  const totals = new Map<VendorName, number>();
  const readOne = (vendor: VendorName, registration: string | null): VendorCalls => {
    const calls = of(vendor).filter((call) => registration === null || call.registration === registration);
    const count = registration === null ? (totals.get(vendor) ?? 0) : calls.length;
    return { count, calls: calls.reverse() };
  };
  return {
    begin: (vendor, asked, at) => {
      const call: Call = { registration: null, at: at.toISOString(), asked, status: null };
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
