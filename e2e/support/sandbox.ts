export type SandboxVendor = 'dvla' | 'dvsa' | 'ukvd';

export interface VendorFaultOptions {
  operation?: string;
  delayMs?: number;
}

export interface SandboxMail {
  to: string[];
  replyTo: string | null;
  subject: string;
  text: string;
  links: string[];
}

/** The control API of the sandbox vendors (sandbox/docs/control.md). */
export class SandboxClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** `operation`: a package of UK Vehicle Data; by default, all calls of the vendor fail. */
  async fault(vendor: SandboxVendor, mode: string, registration: string, only: VendorFaultOptions = {}): Promise<void> {
    const response = await fetch(`${this.#url}/control/faults/${vendor}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, registration, ...only }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${String(response.status)} to ${vendor} ${mode}`);
  }

  /** Number of calls that each vendor received for one registration. */
  async calls(registration: string): Promise<Record<SandboxVendor, number>> {
    const response = await fetch(`${this.#url}/control/calls?registration=${registration}`);
    const { dvla, dvsa, ukvd } = (await response.json()) as Record<SandboxVendor, { count: number }>;
    return { dvla: dvla.count, dvsa: dvsa.count, ukvd: ukvd.count };
  }

  /** How often UK Vehicle Data charged for a package of one registration. */
  async charged(registration: string, name: string): Promise<number> {
    const response = await fetch(`${this.#url}/control/bills?registration=${registration}`);
    const { ukvd } = (await response.json()) as { ukvd: { package: string; count: number }[] };
    return ukvd.find((bill) => bill.package === name)?.count ?? 0;
  }

  /** Received mails, newest first: all of them, or those to one address. */
  async mails(to?: string): Promise<SandboxMail[]> {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
    const response = await fetch(`${this.#url}/inbox/messages${query}`);
    return ((await response.json()) as { messages: SandboxMail[] }).messages;
  }

  /** The code of the latest SMS to a number, once it has arrived. */
  async textedCode(to: string): Promise<string> {
    const account = `AC${'0'.repeat(32)}`;
    const authorization = `Basic ${Buffer.from(`${account}:sandbox-twilio-token`).toString('base64')}`;
    const list = `${this.#url}/twilio/2010-04-01/Accounts/${account}/Messages.json?To=${encodeURIComponent(to)}`;
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const response = await fetch(list, { headers: { authorization } });
      if (!response.ok) throw new Error(`The sandbox's Twilio answered ${String(response.status)}`);
      const { messages } = (await response.json()) as { messages: { body: string }[] };
      const code = /^[0-9]{6}/.exec(messages[0]?.body ?? '')?.[0];
      if (code !== undefined) return code;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`No code was texted to ${to}`);
  }

  /**
   * Moves the clock of the sandbox, and with it that of the whole stack. Stripe processes what falls due in between.
   */
  async travel(hours: number): Promise<void> {
    const response = await fetch(`${this.#url}/control/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hours }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${String(response.status)} to a move of its clock`);
  }

  /** Sets a customer's card to Stripe's test card that is accepted and then always declined. */
  async failRenewals(email: string): Promise<void> {
    const customer = await this.#customerOf(email);
    const card = await this.#stripe('POST', 'payment_methods/pm_card_chargeCustomerFail/attach', { customer });
    for (const id of await this.#idsOf(`subscriptions?customer=${customer}`)) {
      await this.#stripe('POST', `subscriptions/${id}`, { default_payment_method: String(card['id']) });
    }
  }

  /** Ends a customer's subscription immediately, as staff can in Stripe's dashboard. */
  async endSubscription(email: string): Promise<void> {
    for (const id of await this.#idsOf(`subscriptions?customer=${await this.#customerOf(email)}`)) {
      await this.#stripe('DELETE', `subscriptions/${id}`);
    }
  }

  /** Refunds a customer's charges, as staff can in Stripe's dashboard. */
  async refundAll(email: string): Promise<void> {
    for (const charge of await this.#idsOf(`charges?customer=${await this.#customerOf(email)}`)) {
      await this.#stripe('POST', 'refunds', { charge });
    }
  }

  async #customerOf(email: string): Promise<string> {
    const [id = ''] = await this.#idsOf(`customers?email=${encodeURIComponent(email)}`);
    return id;
  }

  async #idsOf(list: string): Promise<string[]> {
    return ((await this.#stripe('GET', list))['data'] as { id: string }[]).map(({ id }) => id);
  }

  async #stripe(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form?: Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#url}/v1/${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_sandbox' },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    if (!response.ok) throw new Error(`The sandbox's Stripe answered ${String(response.status)} to ${path}`);
    return (await response.json()) as Record<string, unknown>;
  }
}
