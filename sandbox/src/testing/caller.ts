import type { FastifyInstance } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { createSandboxClock } from '../control/clock.ts';
import { buildSandbox } from '../server.ts';

export interface SandboxHttpAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined when the text is not JSON. */
  body: unknown;
}

export interface SandboxCaller {
  url: string;
  call(path: string, init?: RequestInit): Promise<SandboxHttpAnswer>;
  dvla(registration: unknown, key?: string): Promise<SandboxHttpAnswer>;
  token(changes?: Record<string, string>, tenant?: string): Promise<SandboxHttpAnswer>;
  dvsa(registration: string, headers?: Record<string, string>): Promise<SandboxHttpAnswer>;
  ukvd(packageName: string, registration: string, more?: string): Promise<SandboxHttpAnswer>;
  postcodes(postcode: string, more?: string): Promise<SandboxHttpAnswer>;
  put(path: string, body: unknown): Promise<SandboxHttpAnswer>;
  remove(path: string): Promise<SandboxHttpAnswer>;
  close(): Promise<void>;
}

/** Reads a nested value of a parsed body; undefined if the path does not exist. */
export function getNestedValue(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A sandbox on a random port, and an HTTP client with the right keys. */
export async function startSandboxCaller(now?: () => Date): Promise<SandboxCaller> {
  const app: FastifyInstance = buildSandbox({ clock: createSandboxClock(now) });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = async (path: string, init?: RequestInit): Promise<SandboxHttpAnswer> => {
    const response = await fetch(`${url}${path}`, init ?? {});
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const json = { 'content-type': 'application/json' };
  const token = (
    changes: Record<string, string> = {},
    tenant: string = sandboxCredentials.entraTenant,
  ): Promise<SandboxHttpAnswer> =>
    call(`/entra/${tenant}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: sandboxCredentials.dvsaClientId,
        client_secret: sandboxCredentials.dvsaClientSecret,
        scope: sandboxCredentials.dvsaScope,
        ...changes,
      }),
    });
  let bearer: Promise<string> | null = null;
  return {
    url,
    call,
    token,
    dvla: (registration, key = sandboxCredentials.dvlaApiKey) =>
      call('/dvla/vehicle-enquiry/v1/vehicles', {
        method: 'POST',
        headers: { ...json, 'x-api-key': key },
        body: JSON.stringify({ registrationNumber: registration }),
      }),
    dvsa: async (registration, headers) => {
      bearer ??= token().then((answer) => String(getNestedValue(answer.body, 'access_token')));
      const right = { authorization: `Bearer ${await bearer}`, 'x-api-key': sandboxCredentials.dvsaApiKey };
      return call(`/dvsa/v1/trade/vehicles/registration/${encodeURIComponent(registration)}`, {
        headers: headers ?? right,
      });
    },
    ukvd: (packageName, registration, more = '&api_nullitems=1') =>
      call(
        `/ukvd/api/datapackage/${packageName}?v=2&auth_apikey=${sandboxCredentials.ukvdApiKey}&key_VRM=${encodeURIComponent(registration)}${more}`,
      ),
    postcodes: (postcode, more = '') =>
      call(
        `/ideal-postcodes/v1/postcodes/${encodeURIComponent(postcode)}?api_key=${sandboxCredentials.idealPostcodesApiKey}${more}`,
      ),
    put: (path, body) => call(path, { method: 'PUT', headers: json, body: JSON.stringify(body) }),
    remove: (path) => call(path, { method: 'DELETE' }),
    close: () => app.close(),
  };
}
