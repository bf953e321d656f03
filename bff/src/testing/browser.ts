import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { postFromOwnPage, type TestApp } from './test-app.ts';

/** A browser with its own cookies and network address, behind a trusted proxy (`TRUST_PROXY: '1'`). */
export class TestBrowser {
  static #made = 0;
  readonly cookies = new Map<string, string>();
  /** Sent with every call. */
  readonly headers: Record<string, string>;
  readonly #app: TestApp;

  constructor(app: TestApp, headers?: Record<string, string>) {
    this.#app = app;
    const made = (TestBrowser.#made += 1);
    this.headers = headers ?? { 'x-forwarded-for': `10.8.${made >> 8}.${made & 255}` };
  }

  async send(path: string, body: unknown): Promise<Response> {
    return this.#keep(await postFromOwnPage(`${this.#app.url}${path}`, body, this.#all()));
  }

  async call(method: 'GET' | 'DELETE', path: string, body?: unknown): Promise<Response> {
    const own = method === 'GET' ? {} : { ...firstPartyHeaders, 'sec-fetch-site': 'same-origin' };
    const sent =
      body === undefined
        ? { headers: { ...this.#all(), ...own } }
        : { headers: { ...this.#all(), ...own, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return this.#keep(await fetch(this.#app.url + path, { method, ...sent }));
  }

  /** Posts, and returns the body of a response that is no problem. */
  async outcome(path: string, body: unknown): Promise<Record<string, unknown>> {
    const answer = await this.send(path, body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** The e-mail address of the signed-in user; null if signed out. */
  async user(): Promise<string | null> {
    const { user } = (await (await this.call('GET', '/api/session')).json()) as { user: { email: string } | null };
    return user?.email ?? null;
  }

  /** Opens a session for a user, as a sign-in link does. */
  async openSession(userId: string): Promise<{ token: string }> {
    const { token, hash } = newSecretToken();
    await this.#app.data.add(
      'sessions',
      { userId, tokenHash: hash, expiresAt: new Date('2026-12-21T11:00Z') },
      new Date('2026-11-21T11:00Z'),
    );
    this.cookies.set('session', token);
    return { token };
  }

  #all(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'user-agent': 'Firefox/143.0', ...this.headers, ...(cookie === '' ? {} : { cookie }) };
  }

  #keep(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
