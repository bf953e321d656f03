import { callDifferences, createServedCallLookup } from '@ve/contracts/call-schemas';
import type { Endpoint } from '@ve/contracts/endpoint';

/** The operations that this process serves, to compare with the calls of releases. */
export class ServedApiCalls {
  #served = createServedCallLookup([]);

  /** Sets the operations. */
  serve(endpoints: readonly Endpoint[]): void {
    this.#served = createServedCallLookup(endpoints);
  }

  /**
   * Descriptions of what pages built with these calls (`calls` of a release) could not do here; empty if they are
   * compatible.
   */
  differences(calls: Readonly<Record<string, unknown>>): string[] {
    return callDifferences(calls, this.#served);
  }
}
