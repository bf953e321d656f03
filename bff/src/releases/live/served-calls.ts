import { Injectable } from '@nestjs/common';
import { callDifferences, servedBy } from '@ve/contracts/call-schemas';
import type { Endpoint } from '@ve/contracts/endpoint';

/** The operations that this process serves, against which the calls of releases are held. */
@Injectable()
export class ServedCalls {
  #served = servedBy([]);

  /** Names the operations. */
  serve(endpoints: readonly Endpoint[]): void {
    this.#served = servedBy(endpoints);
  }

  /** What pages built with these calls (`calls` of a release) could not do here, in words; empty where they can do all. */
  differences(calls: Readonly<Record<string, unknown>>): string[] {
    return callDifferences(calls, this.#served);
  }
}
