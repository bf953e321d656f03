import { remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import { publishTestCanary, publishTestRelease } from '@ve/app/testing/publish-release';
import { chooseReleases, type ReleaseInChannel } from '@ve/domain/releases/choose-releases';
import { gzipSync } from 'node:zlib';
import { sha256Of } from '../../testing/release-uploads.ts';
import { remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';

/* Thirty remotes of ten teams, each with a canary and 200 releases. */

const areas = ['orders', 'fleet', 'finance', 'dealers', 'auctions', 'parts', 'tyres', 'leasing', 'claims', 'garages'];
const parts = ['search', 'detail', 'admin'];
const names = areas.flatMap((area) => parts.map((part) => `mfe-${area}-${part}`));
const releasesPerName = 200;
/** As the build names versions and files. */
const hashOf = (text: string): string => sha256Of(text).slice(0, 12);

const release = (name: string, channel: string) => {
  const path = `/${name.slice('mfe-'.length)}`;
  return remoteReleaseFixture(name, hashOf(`${name} ${channel}`), [path, `${path}/:id`, `${path}/new`], {
    slots: ['report.after-checks/v2'],
    entry: `remoteEntry.${hashOf(`entry ${name} ${channel}`)}.js`,
    preload: [`remote.${hashOf(`remote ${name} ${channel}`)}.js`],
  });
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const name of names) {
    await publishTestRelease(app.em(), release(name, 'stable'), 'test', new Date());
    await publishTestCanary(app.em(), release(name, 'canary'), 10, new Date());
  }
  await app
    .em()
    .getConnection()
    .execute(
      `insert into remote_releases (name, version, release, files, published_at, published_by)
       select name, version || n, jsonb_set(release, '{version}', to_jsonb(version || n)), files, published_at, 'test'
       from remote_releases cross join generate_series(1, ${String(releasesPerName / 2 - 1)}) as n
       where name like 'mfe-%-%'`,
    );
});
afterAll(() => app.close());

test('the registry of a page takes at most 2 kB by gzip', async () => {
  const html = await (await fetch(`${app.url}/orders-search`)).text();
  const registry = /<script type="application\/json" id="ve-registry">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  const { remotes } = remoteRegistrySchema.parse(JSON.parse(registry));
  expect(remotes.filter(({ name }) => names.includes(name))).toHaveLength(30);
  expect(gzipSync(registry).length).toBeLessThanOrEqual(2_000);
  expect(await app.data.count('remote_releases', { name: 'mfe-orders-search' })).toBe(releasesPerName);
});

test('choosing a visitor’s releases takes less than a millisecond', () => {
  const given = names.flatMap((name): ReleaseInChannel<{ contract: string }>[] => [
    { name, channel: 'stable', share: 100, release: { contract: '1.0.0' } },
    { name, channel: 'canary', share: 10, release: { contract: '1.0.0' } },
  ]);
  const times = Array.from({ length: 501 }, (_, visitor) => {
    const since = performance.now();
    chooseReleases(given, String(visitor));
    return performance.now() - since;
  });
  expect(times.toSorted((one, other) => one - other)[250]).toBeLessThan(1);
});
