import { operationKey, packApiCallSchemas, apiCallSchemasOfPage } from '@ve/contracts/call-schemas';
import type { Endpoint } from '@ve/contracts/endpoint';
import { readSessionEndpoint, sessionSchema } from '@ve/contracts/http/identity/session';
import { remoteRegistrySchema, releaseSchema } from '@ve/contracts/remote-manifest';
import { readRemotesEndpoint } from '@ve/contracts/http/releases/remotes';
import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { moveRelease } from '@ve/app/releases/move-release';
import { storeRelease } from '@ve/app/releases/store-release';
import { minimalReleaseFiles, publishTestRelease } from '@ve/app/testing/publish-release';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import * as z from 'zod/mini';
import { remoteReleaseFixture, shellReleaseFixture } from '../../testing/test-app.ts';
import { findLiveReleaseCompatibilityProblems, ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { requireLiveApiCallsServed } from './require-live-api-calls-served.ts';

const callsOf = (...endpoints: Endpoint[]) =>
  packApiCallSchemas(Object.fromEntries(endpoints.map((each) => [operationKey(each), apiCallSchemasOfPage(each)])));

const remotes = (registry: z.ZodMiniType): Endpoint => ({ ...readRemotesEndpoint, answers: { 200: registry } });
/** The calls of a page that needs fields which this service does not return. */
const demanding = callsOf(readSessionEndpoint, remotes(z.extend(remoteRegistrySchema, { served: z.string() })));

const served = new ServedApiCalls();
served.serve([readSessionEndpoint, readRemotesEndpoint]);

describe('a service about to start', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let connection: Awaited<ReturnType<typeof connectDatabase>>;
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ name: 'test', level: 'warn', format: 'json', destination });
  const release = (version: string, calls: Record<string, unknown>) =>
    remoteReleaseFixture('mfe-report', version, [], { calls });
  const start = () => requireLiveApiCallsServed(connection.em.fork(), served, logger);
  const now = new Date('2026-11-22T12:00:00Z');

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await connectDatabase({ url: database.url, poolSize: 2 });
    await publishTestRelease(connection.em.fork(), shellReleaseFixture, 'test', now);
  });
  afterAll(async () => {
    await closeDatabase(connection);
    await database.drop();
  });

  it('starts with live releases of its own API, and those that do not declare theirs', async () => {
    await publishTestRelease(
      connection.em.fork(),
      release('v1', callsOf(readSessionEndpoint, readRemotesEndpoint)),
      'test',
      now,
    );
    await expect(start()).resolves.toBeUndefined();
  });

  it('ignores a release that is in no channel', async () => {
    await storeRelease(
      connection.em.fork(),
      { upload: { release: release('v2', demanding), ...minimalReleaseFiles }, by: 'test' },
      now,
    );
    await expect(start()).resolves.toBeUndefined();
  });

  it('refuses to start with a canary that needs another API, naming it, the call, the difference and the remedy', async () => {
    const move = { action: 'canary', version: 'v2', share: 1 } as const;
    await moveRelease(connection.em.fork(), { name: 'mfe-report', move, by: 'test' }, now);
    await expect(start()).rejects.toThrow(
      /mfe-report@v2 \(canary\): GET \/api\/remotes: answer 200, served may be missing, and is required\n.*earlier service running/s,
    );
    await moveRelease(connection.em.fork(), { name: 'mfe-report', move: { action: 'rollback' }, by: 'test' }, now);
    await expect(start()).resolves.toBeUndefined();
  });

  it('starts while the database is down, and logs that nothing was compared', async () => {
    const unreachable = await connectDatabase({ url: 'postgres://ve@127.0.0.1:1/none', poolSize: 1 });
    await expect(requireLiveApiCallsServed(unreachable.em.fork(), served, logger)).resolves.toBeUndefined();
    expect(lines.join('')).toContain('live_calls_comparison_failed');
    await closeDatabase(unreachable);
  });
});

describe('a release', () => {
  const live = [{ channel: 'stable' as const, release: releaseSchema.parse(shellReleaseFixture) }];
  const problems = (calls: Record<string, unknown>, contract = '1.0.0') =>
    findLiveReleaseCompatibilityProblems(
      releaseSchema.parse(remoteReleaseFixture('mfe-new', 'n1', ['/new'], { calls, contract })),
      live,
      { served, emptySlots: 'warn' },
    ).problems;

  it('of the served API has no problem', () => {
    expect(problems(callsOf(readSessionEndpoint))).toEqual([]);
  });

  it('of another API has one problem per call, in addition to those with other releases', () => {
    const staff = z.extend(sessionSchema, { staff: z.string() });
    const calls = {
      ...demanding,
      ...callsOf({ ...readSessionEndpoint, path: '/api/me/new', answers: { 200: staff } }),
    };
    expect(problems(calls, '1.1.0')).toEqual([
      expect.stringContaining('mfe-new@n1 needs contract 1.1.0'),
      expect.stringContaining('GET /api/remotes: answer 200, served may be missing'),
      expect.stringContaining('GET /api/me/new: is not served. Deploy a service'),
    ]);
  });
});
