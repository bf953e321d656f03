import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFrontEndPackages } from './build-all.ts';
import { findArchivedManifest, archiveLiveReleases, readReleaseArchive, unpackReleases } from './release-archive.ts';
import { importRemoteContract, repositoryRoot } from './repository.ts';

const folders: string[] = [];
const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 've-archive-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const write = (folder: string, files: Record<string, string | Buffer>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};

test('an archive holds the live releases, without what can be generated, and restores them byte by byte', () => {
  const store = temporaryFolder();
  const font = Buffer.from([0, 1, 254, 255, 128]);
  write(store, {
    'live.json': '{"shell":"s2","mfe-orders":"v1"}',
    'shell/s2/release.json': '{"contract":"2.1.0"}',
    'shell/s2/main.js': 'say("£")',
    'shell/s2/main.js.br': 'small',
    'shell/s2/node/shell.cjs': 'for Node',
    'shell/s2/font.woff2': font,
    'shell/s1/main.js': 'before',
    'mfe-orders/v1/release.json': '{"contract":"2.0.0"}',
    'mfe-orders/v1/picture.png': 'picture',
  });
  const file = join(temporaryFolder(), 'archive.br');
  writeFileSync(file, archiveLiveReleases(store));
  const archive = readReleaseArchive(file);
  expect(archive).toMatchObject({ contract: '2.1.0', live: { shell: 's2', 'mfe-orders': 'v1' } });
  expect(Object.keys(archive.files).toSorted()).toEqual([
    'mfe-orders/v1/release.json',
    'shell/s2/font.woff2',
    'shell/s2/main.js',
    'shell/s2/release.json',
  ]);
  expect(findArchivedManifest(archive, 'mfe-orders')).toEqual({ contract: '2.0.0' });
  expect(() => findArchivedManifest(archive, 'mfe-none')).toThrow('The archive has no mfe-none');

  const other = temporaryFolder();
  write(other, { 'live.json': '{"shell":"s9"}', 'shell/s2/main.js': 'there already' });
  unpackReleases(archive, other);
  expect(readFileSync(join(other, 'shell/s2/font.woff2'))).toEqual(font);
  expect(readFileSync(join(other, 'shell/s2/main.js'), 'utf8')).toBe('there already');
  expect(readFileSync(join(other, 'live.json'), 'utf8')).toBe('{"shell":"s9"}');
});

test('a store without a shell is not archived', () => {
  expect(() => archiveLiveReleases(temporaryFolder())).toThrow(/has no live shell: build first/);
});

describe('the archived releases', () => {
  const archive = readReleaseArchive(join(repositoryRoot, 'e2e/releases/earlier-releases.json.br'));
  const [major = '', minor = ''] = archive.contract.split('.');
  const refresh = 'Once the shell of this contract is what visitors have: npm run archive-releases';

  test('are of the same major version of the contract', async () => {
    const { contractVersion } = await importRemoteContract();
    expect([contractVersion.split('.')[0], refresh]).toEqual([major, refresh]);
  });

  test('include a shell and every remote of their time, and most current remotes run in that shell', () => {
    const remotes = findFrontEndPackages(repositoryRoot).filter((name) => name !== 'shell');
    expect(Object.keys(archive.live)).toEqual(expect.arrayContaining(['shell', 'mfe-search', 'mfe-report']));
    const needed = remotes.map((name) => {
      const { contract } = JSON.parse(readFileSync(join(repositoryRoot, name, 'remote.json'), 'utf8')) as {
        contract: string;
      };
      return contract.split('.').map(Number);
    });
    const running = needed.filter(([wanted = 0, later = 0]) => wanted === Number(major) && later <= Number(minor));
    // For remotes that need a later minor version, the suite uses the archived ones.
    expect([running.length * 2 > remotes.length, refresh]).toEqual([true, refresh]);
  });
});
