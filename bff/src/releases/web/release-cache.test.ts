import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseFilesOf } from '../../testing/release-uploads.ts';
import { ReleaseCache } from './release-cache.ts';

let root: string;
let now = Date.parse('2026-11-22T10:00:00.000Z');
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 've-cache-'));
});
afterEach(() => rm(root, { recursive: true }));

const files = releaseFilesOf({ 'a.js': 'a' });
const content = () => Promise.resolve(Buffer.from('a'));
const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
const cache = () => new ReleaseCache(root, () => new Date((now += 1_000)));
const fillFour = async (into: ReleaseCache) => {
  for (const version of ['v1', 'v2', 'v3', 'v4']) await into.fill(join('mfe-report', version), files, content);
};
const versions = async () => (await readdir(join(root, 'mfe-report'))).toSorted();

it('on a full disk deletes the folders that were unused the longest, once', async () => {
  const filled = cache();
  await fillFour(filled);
  let times = 0;
  const fullAtFirst = () => ((times += 1) === 1 ? full() : content());
  await filled.fill('mfe-report/v5', files, fullAtFirst);
  expect(await versions()).toEqual(['v3', 'v4', 'v5']);
  await expect(filled.fill('mfe-report/v6', files, full)).rejects.toThrow('no space left');
  expect(await readdir(join(root, '.unfinished'))).toEqual([]);
});

it('on a full disk makes space once for all that find it full', async () => {
  const filled = cache();
  await fillFour(filled);
  const fills = ['v5', 'v6'].map((version) => {
    const begun = Promise.withResolvers<undefined>();
    const disk = Promise.withResolvers<Uint8Array>();
    let times = 0;
    const fullAtFirst = () => {
      begun.resolve(undefined);
      return (times += 1) === 1 ? disk.promise : content();
    };
    const ended = filled.fill(`mfe-report/${version}`, files, fullAtFirst);
    return { begun: begun.promise, ended, fail: () => full().catch(disk.reject) };
  });
  await Promise.all(fills.map(({ begun }) => begun));
  for (const { ended, fail } of fills) {
    await fail();
    await ended;
  }
  expect(await versions()).toEqual(['v3', 'v4', 'v5', 'v6']);
});

it('fills a folder again that was deleted after it was found', async () => {
  await fillFour(cache());
  let times = 0;
  const since = new ReleaseCache(root, () => {
    if ((times += 1) === 1) rmSync(join(root, 'mfe-report/v1'), { recursive: true });
    return new Date(now);
  });
  await since.fill('mfe-report/v1', files, content);
  expect(await versions()).toEqual(['v1', 'v2', 'v3', 'v4']);
});

it('deletes no folder on other errors', async () => {
  const filled = cache();
  await fillFour(filled);
  await expect(filled.fill('mfe-report/v5', files, () => Promise.resolve(null))).rejects.toThrow('is not stored');
  expect(await versions()).toEqual(['v1', 'v2', 'v3', 'v4']);
});
