import type { AddressAnswer } from './address/address.port.ts';
import { createIdealPostcodesAdapter } from './address/ideal-postcodes.adapter.ts';
import type { AdapterOptions, VendorCallReport, Closable } from './http/adapter-options.ts';
import type { ProviderLimits } from './http/provider-limits.ts';
import { createInMemoryLimiter } from './http/vendor-limiter.fixture.ts';
import {
  type ReceivedRequest,
  jsonReply,
  readRecordings,
  type VendorRecording,
  startStubVendor,
  type StubVendor,
} from './http/vendor-server.fixture.ts';
import { createUkvdValuationAdapter } from './valuation/ukvd-valuation.adapter.ts';
import { createUkvdVdiAdapter } from './vdi-check/ukvd-vdi.adapter.ts';
import { createDvlaAdapter } from './vehicle-enquiry/dvla.adapter.ts';
import { createUkvdSpecificationAdapter } from './specification/ukvd.adapter.ts';
import { createDvsaMotHistoryAdapter } from './mot-history/dvsa.adapter.ts';
import type { VehicleAnswer } from './vehicle-answer.ts';

export interface VendorSuiteAdapter extends Closable {
  find(input: string, signal?: AbortSignal): Promise<VehicleAnswer<unknown> | AddressAnswer>;
}

/** One vendor, so that a suite can run against each. */
export interface VendorSuiteCase {
  provider: string;
  input: string;
  /** A registration or postcode that `found` is not about. */
  other: string;
  /** Inputs that are never sent and return `invalid`. */
  malformed: readonly string[];
  invalid: { state: string };
  found: VendorRecording;
  refused: VendorRecording;
  /**
   * Which attempts are repeated within a call: all that may succeed, only those that were certainly not charged, or
   * none.
   */
  repeats: 'all' | 'uncharged' | 'none';
  create(url: string, options: AdapterOptions): VendorSuiteAdapter;
}

const dvla = readRecordings(new URL('./vehicle-enquiry/recordings/dvla.json', import.meta.url));
const dvsa = readRecordings(new URL('./mot-history/recordings/dvsa.json', import.meta.url));
const ukvd = readRecordings(new URL('./specification/recordings/ukvd.json', import.meta.url));

const vdi = readRecordings(new URL('./vdi-check/recordings/ukvd-vdi.json', import.meta.url));
const valuation = readRecordings(new URL('./valuation/recordings/ukvd-valuation.json', import.meta.url));
const postcodes = readRecordings(new URL('./address/recordings/ideal-postcodes.json', import.meta.url));

const nonsense = ['', 'A', '../../etc', "' OR 1=1", '🚗🚗'];
const ofVehicles = {
  other: 'ZZ99ZZZ',
  malformed: [...nonsense, 'AB12 CDE', 'ab12cde', 'AB12CDEF'],
  invalid: { state: 'invalid' },
  repeats: 'all' as const,
};

export const vendorSuiteCases: VendorSuiteCase[] = [
  {
    provider: 'DVLA',
    ...ofVehicles,
    input: 'AA19AAA',
    found: dvla('petrol'),
    refused: dvla('forbidden'),
    create: (url, options) => createDvlaAdapter({ url, apiKey: 'secret-key', ...options }),
  },
  {
    provider: 'DVSA',
    ...ofVehicles,
    input: 'AA19AAA',
    found: dvsa('tested'),
    refused: dvsa('MOTH-FB-03'),
    create: (url, options) =>
      createDvsaMotHistoryAdapter({
        url,
        tokenUrl: `${url}/token`,
        clientId: 'client',
        clientSecret: 'secret-secret',
        apiKey: 'secret-key',
        scope: 'scope',
        ...options,
      }),
  },
  {
    provider: 'UKVD',
    ...ofVehicles,
    input: 'KM12AKK',
    found: ukvd('vehicle'),
    refused: ukvd('authMessage'),
    create: (url, options) => createUkvdSpecificationAdapter({ url, apiKey: 'secret-key', ...options }),
  },
  {
    provider: 'UKVD VdiCheckFull',
    ...ofVehicles,
    repeats: 'none',
    input: 'KM12AKK',
    found: vdi('clean'),
    refused: ukvd('authMessage'),
    create(url, options) {
      const adapter = createUkvdVdiAdapter({ url, apiKey: 'secret-key', ...options });
      return {
        async find(registration, signal) {
          const answer = await adapter.find(registration, signal);
          if (answer.state !== 'unavailable') return answer;
          // Charges are tested in ukvd-charges.test.ts.
          const { state, reason, retryAfterMs } = answer;
          return { state, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
        },
        close: () => adapter.close(),
      };
    },
  },
  {
    provider: 'UKVD ValuationData',
    ...ofVehicles,
    repeats: 'uncharged',
    input: 'KM12AKK',
    found: valuation('valued'),
    refused: ukvd('authMessage'),
    create(url, options) {
      const adapter = createUkvdValuationAdapter({ url, apiKey: 'secret-key', ...options });
      return {
        find: (registration, signal) => adapter.find(registration, 60_000, signal),
        close: () => adapter.close(),
      };
    },
  },
  {
    provider: 'IdealPostcodes',
    input: 'SW1A 2AA',
    other: 'SW1A 1AA',
    malformed: [...nonsense, 'sw1a 2aa', 'SW1A  2AA', 'SW1A/2AA', 'SW1A2AAA2'],
    invalid: { state: 'postcode-not-found' },
    repeats: 'all',
    found: postcodes('downingStreet'),
    refused: postcodes('invalidKey'),
    create: (url, options) => createIdealPostcodesAdapter({ url, apiKey: 'secret-key', ...options }),
  },
];

export const dvsaTokenReply = jsonReply(dvsa('token'));

export interface VendorSuiteHarness {
  vendor: StubVendor;
  reports: VendorCallReport[];
  /** An adapter that calls `vendor`, with short pauses and no rate limit by default. */
  adapter(limits?: Partial<ProviderLimits>): VendorSuiteAdapter;
  /** Requests that the vendor received, without those to the token endpoint. */
  calls(): ReceivedRequest[];
  close(): Promise<void>;
}

export async function openVendorSuiteStage({ create }: VendorSuiteCase): Promise<VendorSuiteHarness> {
  const vendor = await startStubVendor();
  vendor.playAt('/token', dvsaTokenReply);
  const adapters: VendorSuiteAdapter[] = [];
  const reports: VendorCallReport[] = [];
  return {
    vendor,
    reports,
    adapter(limits = {}) {
      const made = create(vendor.url, {
        createVendorLimiter: createInMemoryLimiter,
        limits: { backoffMs: 2, ratePerSecond: 10_000, burst: 10_000, ...limits },
        onCall: (report) => reports.push(report),
      });
      adapters.push(made);
      return made;
    },
    calls: () => vendor.requests.filter(({ path }) => path !== '/token'),
    async close() {
      await vendor.close();
      await Promise.all(adapters.map((adapter) => adapter.close()));
    },
  };
}

/** Polls a condition in every iteration of the event loop, until the test times out. */
export async function pollUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
