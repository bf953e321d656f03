import { Controller, Get, Module, type Type } from '@nestjs/common';
import { problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { Actor, Context } from '@ve/data/kernel/context';
import { revokeReleaseToken } from '@ve/data/releases/registry/release-token.repository';
import { randomUUID } from 'node:crypto';
import {
  AudienceProbeModule,
  ProbeSignatureVerifier,
  vendorAudienceProbeEndpoint,
} from '../testing/audience-probes.ts';
import { signedStripeEvent } from '../testing/signed-stripe-event.ts';
import { signedTwilioForm } from '../testing/signed-twilio-form.ts';
import { signedMailEvents } from '../testing/signed-mail-events.ts';
import { addReleaseToken } from '../testing/release-uploads.ts';
import { createBreakGlassTestSession, createTestSession } from '../testing/sessions.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { CurrentContext } from './request-context.ts';
import { NonApiRoute } from './route-rules.ts';
import { ServesEndpoint } from './serves.decorator.ts';

/** Every kind of caller, with its audiences except `visitor`. */
const callers = {
  visitor: [],
  'customer by link': ['customer'],
  'customer by payment': ['customer'],
  'moderator by link': ['customer'],
  'moderator with second factor': ['customer'],
  'admin by link': ['customer'],
  'admin by payment': ['customer'],
  'admin with second factor': ['customer', 'staff: admin'],
  'admin with an expired session': [],
  'admin with a revoked session': [],
  'local admin': ['staff: admin'],
  'header of a local admin alone': [],
  vendor: ['vendor'],
  team: ['team'],
  'team with a revoked token': [],
} as const satisfies Record<string, readonly string[]>;
type Caller = keyof typeof callers;

interface Operation {
  'x-audience'?: string;
  security?: Record<string, string[]>[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
interface Known extends Operation {
  name: string;
  method: string;
  path: string;
}

const secret = 'secret of this machine';
let app: TestApp;
const tokens = { team: '', 'team with a revoked token': '' };
let operations: Known[];
let document: { components: { securitySchemes: Record<string, unknown> } };
const sessions: Partial<Record<Caller, Parameters<typeof createTestSession>[1]>> = {
  'customer by link': {},
  'customer by payment': { openedBy: 'payment' },
  'moderator by link': { roles: ['moderator'] },
  'moderator with second factor': { openedBy: 'password-totp', roles: ['moderator'] },
  'admin by link': { roles: ['admin'] },
  'admin by payment': { roles: ['admin'], openedBy: 'payment' },
  'admin with second factor': { openedBy: 'password-totp', roles: ['admin'] },
  'admin with an expired session': { openedBy: 'password-totp', roles: ['admin'], state: 'expired' },
  'admin with a revoked session': { openedBy: 'password-totp', roles: ['admin'], state: 'revoked' },
};
/** Signs in again for each call, because some operations sign out. */
const headersOf = async (caller: Caller): Promise<Record<string, string>> => {
  if (caller === 'local admin') {
    return { cookie: `ve-local-admin=${await createBreakGlassTestSession(app, secret)}`, 'x-local-admin': 'true' };
  }
  if (caller === 'header of a local admin alone') return { 'x-local-admin': 'true' };
  if (caller === 'team' || caller === 'team with a revoked token') return { authorization: `Bearer ${tokens[caller]}` };
  if (caller === 'vendor') return { 'x-probe-signature': 'genuine' };
  const session = sessions[caller];
  return session === undefined ? {} : { cookie: `session=${await createTestSession(app, session)}` };
};
beforeAll(async () => {
  app = await startTestApp({ LOCAL_ADMIN_SECRET: secret }, undefined, { more: [AudienceProbeModule] });
  tokens.team = (await addReleaseToken(app, 'mfe-report')).token;
  const revoked = await addReleaseToken(app, 'mfe-report');
  tokens['team with a revoked token'] = revoked.token;
  await revokeReleaseToken(app.em(), revoked.id, new Date());
  document = (await (await fetch(`${app.url}/api/docs/openapi.json`)).json()) as typeof document;
  const { paths } = document as unknown as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      return { ...operation, method, path, name: `${method} ${path}` };
    }),
  );
});
afterAll(() => app.close());

/** The call that each vendor sends to its own operation: the signature is over the body and fits no other operation. */
const vendorCalls: Readonly<Record<string, () => { headers: Record<string, string>; body: string }>> = {
  '/api/webhooks/stripe': () => signedStripeEvent(),
  '/api/webhooks/twilio/receipts': () => signedTwilioForm('/api/webhooks/twilio/receipts', {}),
  '/api/webhooks/twilio/inbound': () => signedTwilioForm('/api/webhooks/twilio/inbound', {}),
  '/api/webhooks/mail': () => signedMailEvents(),
};

/** Calls an operation without valid input: the guard, which is tested here, runs before validation. */
const ask = ({ method, path }: Known, headers: Record<string, string>) => {
  const signed = 'x-probe-signature' in headers ? vendorCalls[path]?.() : undefined;
  return fetch(app.url + path.replace(/\{\w+\}/g, randomUUID()), {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { ...firstPartyHeaders, 'content-type': 'application/json' }),
      ...headers,
      ...signed?.headers,
    },
    ...(method === 'GET' ? {} : { body: signed?.body ?? '{}' }),
  });
};

const codeOf = async (answer: Response): Promise<string | null> => {
  const parsed = problemSchema.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.code : null;
};
const guardCodes = ['sign-in-required', 'access-denied', 'signature-refused', 'token-refused', 'origin-refused'];
/** The problems with which the guard refuses other callers of machine audiences. */
const machineRefusals: Readonly<Record<string, string>> = { vendor: 'signature-refused', team: 'token-refused' };
/** Whether the operation hides the outcome of a valid call. */
const isMute = ({ responses }: Known): boolean => !('421' in responses);

describe('every operation of the document', () => {
  it('names its audience and its security', () => {
    expect(operations.length).toBeGreaterThan(12);
    const schemes: Record<string, string[]> = {
      visitor: [],
      customer: ['session'],
      'staff: admin': ['staffSession'],
      team: ['releaseToken'],
      vendor: ['vendorSignature'],
    };
    for (const { name, 'x-audience': audience = 'none', security = [] } of operations) {
      const named = security.flatMap((each) => Object.keys(each));
      expect([name, named]).toEqual([name, schemes[audience]]);
      for (const scheme of named) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('is called as every actor', () => {
    const actors = Object.keys(callers).length;
    process.stdout.write(`Authorization: ${String(operations.length)} operations x ${String(actors)} actors\n`);
  });

  it('documents failures as problem documents', () => {
    for (const { name, responses } of operations) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (Number(status) >= 400) expect([name, Object.keys(content)]).toEqual([name, ['application/problem+json']]);
      }
    }
  });

  it.each(Object.keys(callers) as Caller[])('admits %s only where it is the audience', async (caller) => {
    const belongs: readonly string[] = ['visitor', ...callers[caller]];
    for (const operation of operations) {
      const { name, 'x-audience': audience = '' } = operation;
      const answer = await ask(operation, await headersOf(caller));
      const code = await codeOf(answer);
      if (belongs.includes(audience)) {
        expect([name, answer.status < 500, guardCodes.includes(code ?? '')]).toEqual([name, true, false]);
      } else {
        const isSignedIn = belongs.includes('customer');
        const refusal = machineRefusals[audience] ?? (isSignedIn ? 'access-denied' : 'sign-in-required');
        expect([name, answer.status, code]).toEqual([name, refusal === 'access-denied' ? 403 : 401, refusal]);
      }
    }
  });

  it.each(Object.keys(callers) as Caller[])('refuses changes by %s from other sites', async (caller) => {
    const wrong: Record<string, string>[] = [
      { 'x-requested-with': '' },
      { 'x-requested-with': 'XMLHttpRequest' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    const queued = await app.data.all('outbox');
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      if ((operation['x-audience'] ?? '') in machineRefusals) continue;
      for (const headers of wrong) {
        const answer = await ask(operation, { ...(await headersOf(caller)), ...headers });
        const seen = isMute(operation) ? [204, null] : [403, 'origin-refused'];
        expect([operation.name, answer.status, await codeOf(answer)]).toEqual([operation.name, ...seen]);
      }
    }
    expect(await app.data.all('outbox')).toEqual(queued);
  });
});

it.each(['admin with second factor', 'local admin'] as const)(
  'refuses staff reads from pages of other sites, which would be recorded as reads of %s',
  async (caller) => {
    const reads = operations.filter((each) => each.method === 'GET' && each['x-audience'] === 'staff: admin');
    expect(reads.length).toBeGreaterThan(8);
    for (const operation of reads) {
      for (const site of ['cross-site', 'same-site']) {
        const answer = await ask(operation, { ...(await headersOf(caller)), 'sec-fetch-site': site });
        expect([operation.name, answer.status, await codeOf(answer)]).toEqual([operation.name, 403, 'origin-refused']);
      }
    }
  },
);

describe('the context of a request', () => {
  const actorOf = async (path: string, caller: Caller, method = 'GET') => {
    const operation = operations.find((each) => each.name === `${method} /api/probe/${path}`);
    if (!operation) throw new Error(`no operation ${path}`);
    return ((await (await ask(operation, await headersOf(caller))).json()) as { actor: Actor }).actor;
  };
  const person = { userId: expect.any(String), sessionId: expect.any(String) };

  it('has the actor', async () => {
    expect(await actorOf('customer', 'customer by link')).toEqual({ kind: 'customer', roles: ['user'], ...person });
    expect(await actorOf('customer', 'admin by link')).toEqual({ kind: 'customer', roles: ['admin'], ...person });
    expect(await actorOf('staff', 'admin with second factor')).toEqual({
      kind: 'staff',
      roles: ['admin'],
      email: expect.any(String),
      ...person,
    });
    expect(await actorOf('vendor', 'vendor', 'POST')).toEqual({ kind: 'vendor', name: 'probe' });
  });

  it('has no user on a visitor’s route that does not recognise users, even when signed in: that costs no query', async () => {
    expect(await actorOf('visitor', 'admin with second factor', 'POST')).toEqual({ kind: 'visitor' });
  });
});

describe('a route', () => {
  const starting = (controller: Type, providers: Type[] = []) => {
    @Module({ controllers: [controller], providers })
    class Feature {}
    return startTestApp({}, undefined, { more: [Feature] }).then((started) => started.close());
  };

  it('without an audience stops the start', async () => {
    @Controller('api/probe')
    class Silent {
      @Get('silent')
      read(): string {
        return 'open';
      }
    }
    await expect(starting(Silent)).rejects.toThrow(/GET \/api\/probe\/silent.*@Serves\(endpoint, \{ audience/s);
  });

  it('with an audience starts', async () => {
    @Controller('probe')
    class Spoken {
      @Get('spoken')
      @NonApiRoute('visitor')
      read(): string {
        return 'open';
      }
    }
    await expect(starting(Spoken)).resolves.toBeUndefined();
  });

  it('of a vendor without a signature provider stops the start', async () => {
    @Controller()
    class Unsigned {
      @ServesEndpoint(vendorAudienceProbeEndpoint, {
        audience: { vendor: ProbeSignatureVerifier },
        summary: 'A machine',
      })
      take(@CurrentContext() { actor }: Context): { actor: Actor } {
        return { actor };
      }
    }
    await expect(starting(Unsigned)).rejects.toThrow(/ProbeSignature/);
  });
});
