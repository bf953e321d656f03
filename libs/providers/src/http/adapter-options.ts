import type { CallFailure } from './call-result.ts';
import type { ProviderLimits } from './limits.ts';
import type { LimitVendor } from './vendor-limiter.ts';

/** One finished call, for metrics and logs. Holds nothing of what was asked or answered. */
export interface CallReport {
  provider: string;
  /** The state of the answer, the failure, or `cancelled`. */
  outcome: string;
  /** Why there was no answer; null when there was one or the caller left. */
  failure: CallFailure | null;
  ms: number;
  /** Fields that the vendor filled in a way its documents do not have, and that were taken as absent. */
  notes: readonly string[];
}

/** What every adapter may be given besides its address and keys. */
export interface AdapterOptions {
  /** Makes the limiter that all processes share. */
  limitVendor: LimitVendor;
  limits?: Partial<ProviderLimits>;
  /** Called once for each call, whatever the number of tries; must not throw. */
  onCall?: (report: CallReport) => void;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** An adapter holds connections: `close` lets the calls under way finish and frees them. */
export interface Closable {
  close(): Promise<void>;
}
