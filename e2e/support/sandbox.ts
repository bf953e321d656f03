export type Vendor = 'dvla' | 'dvsa' | 'ukvd';

export interface Mail {
  to: string[];
  replyTo: string | null;
  subject: string;
  text: string;
  links: string[];
}

/** The control API of the sandbox vendors (sandbox/README.md). */
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

  /** Number of calls that each vendor received for one registration. */
  async calls(registration: string): Promise<Record<Vendor, number>> {
    const response = await fetch(`${this.#url}/control/calls?registration=${registration}`);
    const { dvla, dvsa, ukvd } = (await response.json()) as Record<Vendor, { count: number }>;
    return { dvla: dvla.count, dvsa: dvsa.count, ukvd: ukvd.count };
  }

  /** Received mails, newest first: all of them, or those to one address. */
  async mails(to?: string): Promise<Mail[]> {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
    const response = await fetch(`${this.#url}/inbox/messages${query}`);
    return ((await response.json()) as { messages: Mail[] }).messages;
  }
}
