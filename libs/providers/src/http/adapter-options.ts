import type { SourceName, UnavailableReason } from '@ve/domain/report/vehicle-record';
import type { ProviderLimits } from './limits.ts';

export type CallOutcome = 'found' | 'not-held' | 'invalid' | 'cancelled' | UnavailableReason;

/** One finished find, for metrics. Holds neither the registration nor anything of the vehicle. */
export interface CallReport {
  provider: SourceName;
  outcome: CallOutcome;
  ms: number;
  /** Fields that the source filled in a way its documents do not have, and that were taken as absent. */
  notes: readonly string[];
}

/** What every adapter may be given besides its address and keys. */
export interface AdapterOptions {
  limits?: Partial<ProviderLimits>;
  /** Called once for each find; must not throw. */
  onCall?: (report: CallReport) => void;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** An adapter holds connections: `close` lets the calls under way finish and frees them. */
export interface Closable {
  close(): Promise<void>;
}
