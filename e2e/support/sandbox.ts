export type Vendor = 'dvla' | 'dvsa' | 'ukvd';

interface Call {
  vendor: Vendor;
  registration: string;
}

/** The control API of the stand-in vendors (sandbox/README.md). */
export class Sandbox {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async fault(vendor: Vendor, mode: string, registration: string, delayMs?: number): Promise<void> {
    const response = await fetch(`${this.#url}/control/faults/${vendor}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, registration, ...(delayMs === undefined ? {} : { delayMs }) }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${String(response.status)} to ${vendor} ${mode}`);
  }

  /** Calls the vendors received for one registration. */
  async calls(registration: string): Promise<Call[]> {
    const response = await fetch(`${this.#url}/control/calls?registration=${registration}`);
    return (await response.json()) as Call[];
  }
}
