import { Inject, Module } from '@nestjs/common';
import { publishTestCanary } from '@ve/app/testing/publish-release';
import { remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { ReleaseChannelReader } from './live-registry.ts';

const notified = { first: 0, second: 0 };
let unsubscribe: () => void;

@Module({})
class ListenersModule {
  constructor(@Inject(ReleaseChannelReader) channels: ReleaseChannelReader) {
    channels.onChange(() => (notified.first += 1));
    unsubscribe = channels.onChange(() => (notified.second += 1));
  }
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { more: [ListenersModule] });
});
afterAll(() => app.close());

/** Serves a release to all visitors, and reads the registry as a page does. */
const give = async (version: string): Promise<void> => {
  await publishTestCanary(app.em(), remoteReleaseFixture('mfe-search', version, ['/', '/signup']), 100, new Date());
  expect((await fetch(`${app.url}/`)).status).toBe(200);
};

it('notifies every listener of other releases, until it unsubscribes', async () => {
  await give('v2');
  const before = { ...notified };
  expect(before.first).toBeGreaterThan(0);
  expect(before.second).toBe(before.first);
  unsubscribe();
  await give('v3');
  expect(notified.first).toBeGreaterThan(before.first);
  expect(notified.second).toBe(before.second);
});
