import { Injectable } from '@nestjs/common';
import { callDifferences, callKey, type CallSchemas, servedCall } from '@ve/contracts/call-schemas';
import type { Endpoint } from '@ve/contracts/endpoint';

/** The operations that this process serves, against which the calls of releases are held. */
@Injectable()
export class ServedCalls {
  #endpoints: ReadonlyMap<string, Endpoint> = new Map();
  readonly #schemas = new Map<string, CallSchemas>();

  /** Names the operations. */
  serve(endpoints: readonly Endpoint[]): void {
    this.#endpoints = new Map(endpoints.map((endpoint) => [callKey(endpoint), endpoint]));
    this.#schemas.clear();
  }

  /** What pages built with these calls (`calls` of a release) could not do here, in words; empty where they can do all. */
  differences(calls: Readonly<Record<string, unknown>>): string[] {
    return callDifferences(calls, (key) => this.#schemasOf(key));
  }

  /** Made when a release first asks for them. */
  #schemasOf(key: string): CallSchemas | undefined {
    const endpoint = this.#endpoints.get(key);
    if (endpoint === undefined) return undefined;
    const schemas = this.#schemas.get(key) ?? servedCall(endpoint);
    this.#schemas.set(key, schemas);
    return schemas;
  }
}
