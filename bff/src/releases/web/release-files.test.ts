import { storePrerenderedPages } from '@ve/app/releases/store-release';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { readConfig } from '@ve/server-kit/config/read-config';
import { createLogger } from '@ve/server-kit/log/logger';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { configSchema } from '../../config.ts';
import type { BffDatabase } from '../../platform/database.ts';
import { PageDatabaseReadTimeout } from '../live/page-read-timeout.ts';
import { releaseFilesOf, sha256Of } from '../../testing/release-uploads.ts';
import { remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { unreachableVendorEnv } from '../../testing/unreachable-vendor-env.ts';
import { ReleaseFiles } from './release-files.ts';

const script = `export const words = ${JSON.stringify('mileage '.repeat(200))};\n`;
const packed = brotliCompressSync(script);
const contents: Record<string, string> = {
  'remoteEntry.ab12.js': script,
  'exposed.cd34.js': 'exposed',
  'exposed.cd34.js.map': '{}',
  'node/remote.cjs': 'node',
  'node/chunk.js': 'node chunk',
  'release.json': '{}',
  'index.html': '<p>no page</p>',
};

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const stored = (files: Record<string, string>) => {
  const listed = releaseFilesOf(files);
  return {
    files: [
      ...listed,
      ...('remoteEntry.ab12.js' in files
        ? [{ path: 'remoteEntry.ab12.js.br', hash: packedHash, size: packed.length }]
        : []),
    ],
    contents: new Map<string, Uint8Array>([
      ...Object.values(files).map((content) => [sha256Of(content), Buffer.from(content)] as const),
      [packedHash, packed],
    ]),
  };
};
const packedHash = sha256Of(packed);

/** Publishes a release with a unique name, whose files are only in the database. */
const publish = async (files = contents) => {
  count += 1;
  const name = `mfe-stored-${String(count)}`;
  await publishTestRelease(
    app.em(),
    remoteReleaseFixture(name, 'v1', [`/stored-${count}`]),
    'test',
    new Date(),
    stored(files),
  );
  return {
    name,
    url: `/remotes/${name}/v1`,
    cached: join(app.cacheDir, name, 'v1'),
    inStore: join(app.storeDir, name, 'v1'),
  };
};
const get = (path: string, headers: Record<string, string> = {}, { url } = app) =>
  fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers } });
const entry = 'remoteEntry.ab12.js';

/** The same files as seen by another process. */
const another = (cacheDir: string, database: Pick<BffDatabase, 'em'> = { em: () => app.em() }) =>
  new ReleaseFiles(
    readConfig(configSchema, {
      NODE_ENV: 'test',
      DATABASE_URL: app.databaseUrl,
      STORE_DIR: app.storeDir,
      RELEASE_CACHE_DIR: cacheDir,
      ...unreachableVendorEnv,
    }),
    database as BffDatabase,
    createLogger({ name: 'test', level: 'silent', format: 'json' }),
    () => new Date('2026-11-22T10:00:00.000Z'),
    new PageDatabaseReadTimeout(),
  );

describe('a release that is on no disk', () => {
  it('is served as any other, and cached on this one', async () => {
    const { url, cached } = await publish();
    const plain = await get(`${url}/${entry}`);
    expect([plain.status, await plain.text()]).toEqual([200, script]);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
    const compressed = await get(`${url}/${entry}`, { 'accept-encoding': 'br' });
    expect([compressed.headers.get('content-encoding'), await compressed.text()]).toEqual(['br', script]);
    expect((await get(`${url}/exposed.cd34.js.map`)).status).toBe(200);
    expect(await readFile(join(cached, 'exposed.cd34.js'), 'utf8')).toBe('exposed');
    expect(await readdir(join(app.cacheDir, '.unfinished'))).toEqual([]);
  });

  it.each(['node/remote.cjs', 'node/chunk.js', 'release.json', 'index.html', 'absent.js'])(
    'does not serve %s',
    async (file) => {
      const { url } = await publish();
      expect((await get(`${url}/${file}`)).status).toBe(404);
    },
  );

  it('is read from the database once, regardless of how many concurrent requests need it', async () => {
    const { name } = await publish();
    let times = 0;
    const counting = {
      em: () => {
        times += 1;
        return app.em();
      },
    };
    const files = another(join(app.cacheDir, 'counted'), counting);
    const place = { name, version: 'v1' };
    const all = await Promise.all(Array.from({ length: 20 }, () => files.locate(place, entry)));
    expect(all.every((located) => located?.is === 'on-disk')).toBe(true);
    expect(times).toBe(1);
  });

  it('stays cached, regardless of requests for unpublished releases', async () => {
    const { name } = await publish();
    let times = 0;
    const counting = {
      em: () => {
        times += 1;
        return app.em();
      },
    };
    const files = another(join(app.cacheDir, 'asked'), counting);
    const place = { name, version: 'v1' };
    await files.locate(place, entry);
    for (let index = 0; index < 600; index += 1) {
      expect(await files.locate({ name, version: `none-${String(index)}` }, entry)).toBeNull();
    }
    expect(times).toBe(601);
    // Nothing is read again, not even the latest absence.
    expect(await files.locate({ name, version: 'none-599' }, entry)).toBeNull();
    expect(await files.locate(place, entry)).toMatchObject({ is: 'on-disk' });
    expect(times).toBe(601);
  });

  it('is written to one disk by several processes concurrently', async () => {
    const { name } = await publish();
    const folder = join(app.cacheDir, 'shared');
    const place = { name, version: 'v1' };
    await Promise.all([1, 2, 3, 4].map(() => another(folder).prepare(place)));
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['.unfinished', name]));
    expect(await another(folder).text(place, entry)).toBe(script);
    expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
  });

  it('includes its prerendered pages', async () => {
    const { name } = await publish();
    const pages = {
      'index.json': JSON.stringify({ pages: [{ route: `/stored-${count}`, html: 'a.html', head: 'a.head.html' }] }),
      'a.html': '<h1>From the database</h1>',
      'a.head.html': '<title>Stored</title>',
    };
    const pair = { shellVersion: 's1', name, version: 'v1', ...stored(pages) };
    await storePrerenderedPages(app.em(), { pages: pair, by: 'test' }, new Date());
    const html = await (await get(`/stored-${count}`, { accept: 'text/html' })).text();
    expect(html).toContain('<h1>From the database</h1>');
    expect(html).toContain('<title>Stored</title>');
  });
});

describe('a damaged release', () => {
  const spoil: [string, (folder: string) => Promise<void>][] = [
    ['altered', (folder) => writeFile(join(folder, entry), script.replace('export', 'extort'))],
    ['truncated', (folder) => writeFile(join(folder, entry), script.slice(0, 100))],
    ['missing', (folder) => rm(join(folder, entry))],
    ['taken away as a whole', (folder) => rm(folder, { recursive: true })],
  ];

  it.each(spoil)('on this disk, %s, is read again by the next process', async (_, act) => {
    const { url, name, cached } = await publish();
    await get(`${url}/${entry}`);
    await act(cached);
    const next = another(app.cacheDir);
    expect(await next.text({ name, version: 'v1' }, entry)).toBe(script);
    await next.prepare({ name, version: 'v1' });
    expect(await readFile(join(cached, entry), 'utf8')).toBe(script);
  });

  it.each(spoil)('in the store, %s, is read from the database', async (_, act) => {
    const { url, name, inStore } = await publish();
    await mkdir(join(inStore, 'node'), { recursive: true });
    for (const [path, content] of Object.entries(contents)) await writeFile(join(inStore, path), content);
    await writeFile(join(inStore, `${entry}.br`), packed);
    await act(inStore);
    expect(await (await get(`${url}/${entry}`)).text()).toBe(script);
    expect(await readdir(app.cacheDir)).toContain(name);
  });

  it('is repaired while it is served, when its folder, a file or half of one is missing', async () => {
    const { url, cached } = await publish();
    await get(`${url}/${entry}`);
    await rename(cached, `${cached}-away`);
    expect((await get(`${url}/${entry}`)).status).toBe(200);
    await rm(join(cached, 'exposed.cd34.js'));
    expect(await (await get(`${url}/exposed.cd34.js`)).text()).toBe('exposed');
    await writeFile(join(cached, entry), script.slice(0, 100));
    expect(await (await get(`${url}/${entry}`)).text()).toBe(script);
  });

  it('in the database affects only that release', async () => {
    const whole = await publish();
    const broken = await publish({ ...contents, 'broken.js': `broken ${count}` });
    await app.data.remove('release_files', { hash: sha256Of(`broken ${count - 1}`) });
    expect((await get(`${broken.url}/broken.js`)).status).toBe(404);
    expect((await get(`${broken.url}/${entry}`)).status).toBe(200);
    expect((await get(`${whole.url}/${entry}`)).status).toBe(200);
    expect((await get('/', { accept: 'text/html' })).status).toBe(200);
  });
});

describe('a disk that cannot be written to', () => {
  it('costs only time: files come from the database', async () => {
    const { url } = await publish();
    await writeFile(join(app.cacheDir, 'no-folder'), '');
    const second = await startTestApp({ RELEASE_CACHE_DIR: join(app.cacheDir, 'no-folder') }, undefined, {
      sharing: app,
    });
    try {
      const plain = await get(`${url}/${entry}`, {}, second);
      expect([plain.status, await plain.text()]).toEqual([200, script]);
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(plain.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
      const compressed = await get(`${url}/${entry}`, { 'accept-encoding': 'br' }, second);
      expect([compressed.headers.get('content-encoding'), await compressed.text()]).toEqual(['br', script]);
      const etag = plain.headers.get('etag') ?? '';
      expect((await get(`${url}/${entry}`, { 'if-none-match': etag }, second)).status).toBe(304);
      expect((await get(`${url}/node/chunk.js`, {}, second)).status).toBe(404);
      const lines = second.logLines.filter((line) => line.includes('release_cache_fill_failed'));
      expect(lines).toHaveLength(1);
      // The one that was needed first.
      expect(lines[0]).toMatch(/"release":"[\w-]+@\w+"/);
    } finally {
      await second.close();
    }
  });
});

describe('while the database does not answer', () => {
  const down = {
    em: () => {
      throw new Error('connection terminated');
    },
  } as unknown as BffDatabase;

  it('files on a disk are served, and others throw', async () => {
    const { name } = await publish();
    await another(app.cacheDir).locate({ name, version: 'v1' }, entry);
    const files = another(app.cacheDir, down);
    expect(await files.locate({ name, version: 'v1' }, entry)).toMatchObject({ is: 'on-disk' });
    expect(await files.locate({ name: 'shell', version: 's1' }, 'favicon.svg')).toMatchObject({ is: 'on-disk' });
    await expect(files.locate({ name, version: 'v2' }, entry)).rejects.toThrow('connection terminated');
    expect(await files.text({ name, version: 'v2' }, entry)).toBeNull();
  });

  it('a page waits no longer for the contents of a release than for its list', async () => {
    const { name } = await publish();
    const place = { name, version: 'v1' };
    const files = another(join(app.cacheDir, 'listed'));
    await app.em().transactional(async (transaction) => {
      // The list can be read, contents cannot.
      await transaction.execute('lock table release_files in access exclusive mode');
      const aSecond = transaction.execute('select pg_sleep(1)').then(() => 'still waiting');
      expect(await Promise.race([files.text(place, entry), aSecond])).toBeNull();
      await aSecond;
    });
    expect(await files.locate(place, entry)).toMatchObject({ is: 'on-disk' });
  });
});
