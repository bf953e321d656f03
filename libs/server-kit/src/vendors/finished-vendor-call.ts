/** One finished call to a vendor, as the adapters of `providers` report it. */
export interface FinishedVendorCall {
  provider: string;
  /** The state of the response, the failure, or `cancelled`. */
  outcome: string;
  /** Why there was no response; null when there was one or the caller aborted. */
  failure: string | null;
  ms: number;
  /** Fields with undocumented values, which were treated as absent. */
  notes: readonly string[];
}
