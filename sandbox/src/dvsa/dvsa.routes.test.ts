import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { dvsaErrorShape } from '../testing/dvsa-shapes.ts';

let caller: SandboxCaller;
let now = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  caller = await startSandboxCaller(() => now);
});
afterAll(() => caller.close());

const fresh = async (): Promise<string> => String(getNestedValue((await caller.token()).body, 'access_token'));
const key = 'sandbox-dvsa-key';

describe('tokens', () => {
  test('are bearer tokens with a lifetime', async () => {
    const { status, body } = await caller.token();
    expect(status).toBe(200);
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 1199,
      ext_expires_in: 1199,
      access_token: expect.stringMatching(/^eyJ/),
    });
  });

  test.each([
    [{ client_secret: 'wrong' }, 401, 'invalid_client', 7000215],
    [{ client_id: 'wrong' }, 400, 'unauthorized_client', 700016],
    [{ scope: 'wrong' }, 400, 'invalid_scope', 70011],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
  ])('%j is rejected with %d', async (changes, status, error, code) => {
    const answer = await caller.token(changes);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      error,
      error_codes: [code],
      error_description: expect.stringContaining(`AADSTS${code}`),
      trace_id: expect.any(String),
      correlation_id: expect.any(String),
    });
  });

  test('an unknown tenant is rejected', async () => {
    expect((await caller.token({}, 'nobody')).status).toBe(400);
  });
});

describe('a call', () => {
  const refusal = async (headers: Record<string, string>): Promise<[number, unknown]> => {
    const answer = await caller.dvsa('AB12CDE', headers);
    expect(dvsaErrorShape(answer.body, 'body')).toEqual([]);
    return [answer.status, getNestedValue(answer.body, 'errorCode')];
  };

  test('needs a valid token and the key', async () => {
    const authorization = `Bearer ${await fresh()}`;
    expect(await refusal({ 'x-api-key': key })).toEqual([403, 'MOTH-FB-04']);
    expect(await refusal({ authorization: `${authorization}x`, 'x-api-key': key })).toEqual([401, 'MOTH-UA-01']);
    expect(await refusal({ authorization: 'Bearer a.b.c', 'x-api-key': key })).toEqual([401, 'MOTH-UA-01']);
    expect(await refusal({ authorization })).toEqual([403, 'MOTH-FB-03']);
    expect(await refusal({ authorization, 'x-api-key': 'wrong' })).toEqual([403, 'MOTH-FB-03']);
    expect((await caller.dvsa('AB12CDE', { authorization, 'x-api-key': key })).status).toBe(200);
  });

  test('is rejected once expires_in has passed', async () => {
    const headers = { authorization: `Bearer ${await fresh()}`, 'x-api-key': key };
    now = new Date(now.getTime() + 1_198_000);
    expect((await caller.dvsa('AB12CDE', headers)).status).toBe(200);
    now = new Date(now.getTime() + 1_000);
    expect(await refusal(headers)).toEqual([403, 'MOTH-FB-02']);
  });

  test('is rejected after the control API expired all tokens', async () => {
    const headers = { authorization: `Bearer ${await fresh()}`, 'x-api-key': key };
    await caller.remove('/control/tokens');
    expect(await refusal(headers)).toEqual([403, 'MOTH-FB-02']);
    expect((await caller.dvsa('AB12CDE', { authorization: `Bearer ${await fresh()}`, 'x-api-key': key })).status).toBe(
      200,
    );
  });

  test('with an unknown vehicle, a malformed mark or an unknown path returns its own code', async () => {
    const headers = { authorization: `Bearer ${await fresh()}`, 'x-api-key': key };
    const codeOf = async (path: string): Promise<unknown> => {
      const answer = await caller.call(`/dvsa${path}`, { headers });
      return [answer.status, getNestedValue(answer.body, 'errorCode')];
    };
    expect(await codeOf('/v1/trade/vehicles/registration/YA99ZZZ')).toEqual([404, 'MOTH-NF-01']);
    expect(await codeOf('/v1/trade/vehicles/registration/NONSENSE1')).toEqual([400, 'MOTH-IV-03']);
    expect(await codeOf('/v1/trade/vehicles/registration/%ZZ')).toEqual([400, 'MOTH-BR-01']);
    expect(await codeOf('/v1/trade/vehicles/mot-tests')).toEqual([404, 'MOTH-NF-02']);
  });
});
