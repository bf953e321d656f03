import type { VendorCallFailure } from './call-result.ts';
import type { ProviderLimits } from './provider-limits.ts';
import type { CreateVendorLimiter } from './vendor-limiter.ts';

/** One finished call, for metrics and logs. Contains no part of the request or response. */
export interface VendorCallReport {
  provider: string;
  /** The state of the response, the failure, or `cancelled`. */
  outcome: string;
  /** Why there was no response; null when there was one or the caller aborted. */
  failure: VendorCallFailure | null;
  ms: number;
  /** Fields with undocumented values, which were treated as absent. */
  notes: readonly string[];
}

/** Options of every adapter, in addition to its URL and keys. */
export interface AdapterOptions {
  /** Creates the rate limiter shared by all processes. */
  createVendorLimiter: CreateVendorLimiter;
  limits?: Partial<ProviderLimits>;
  /** Called once per call, regardless of the number of attempts; must not throw. */
  onCall?: (report: VendorCallReport) => void;
  /** Monotonic milliseconds. */
  now?: () => number;
}

/** An adapter holds connections: `close` lets calls in progress finish and releases them. */
export interface Closable {
  close(): Promise<void>;
}
