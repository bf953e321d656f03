import { describe, expect, test } from '@jest/globals';
import { readRemotesEndpoint } from '@ve/contracts/http/releases/remotes';
import { type RemoteRegistry, remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import fc from 'fast-check';
import { readRemotesWithResponseGuards, parseRemoteRegistry, readRemoteRegistry } from './read-registry.ts';

const origin = 'https://enquiry.test';
const good = {
  name: 'mfe-search',
  version: '1a2b3c4d5e6f',
  contract: '1.0.0',
  routes: ['/', '/blog/:id'],
  slots: ['report.after-checks/v1'],
  entry: '/remotes/mfe-search/1a2b3c4d5e6f/remoteEntry.ab12.js',
  preload: ['/remotes/mfe-search/1a2b3c4d5e6f/remote.cd34.js'],
  chrome: { '/': { phoneHeader: 'title' } },
  redirects: { '/old': '/' },
};
const registry = (...remotes: unknown[]) => ({ contract: '1.0.0', remotes });

describe('a registry', () => {
  test('is accepted when the contract accepts it', () => {
    const value = registry(good);
    expect(parseRemoteRegistry(value, origin)).toEqual(remoteRegistrySchema.parse(value));
  });

  test('of a service before contract 1.1.0 is read with defaults', () => {
    const older = { ...good, chrome: undefined, redirects: undefined };
    expect(parseRemoteRegistry(JSON.parse(JSON.stringify(registry(older))), origin)?.remotes).toEqual([
      { ...good, chrome: {}, redirects: {} },
    ]);
  });

  test('with an unknown slot is read without it', () => {
    const slots = ['report.before-checks/v9', 'report.after-checks/v1'];
    expect(parseRemoteRegistry(registry({ ...good, slots }), origin)?.remotes).toEqual([good]);
  });

  test('with an invalid entry loses only that entry', () => {
    const value = registry({ ...good, name: 'other' }, null, good, 'x');
    expect(parseRemoteRegistry(value, origin)?.remotes).toEqual([good]);
  });

  test.each([null, 1, 'text', [], {}, { contract: '1.0.0' }, { contract: 1, remotes: [] }])(
    'is rejected if it is %j',
    (value) => {
      expect(parseRemoteRegistry(value, origin)).toBeNull();
    },
  );

  const parts = fc.record(
    Object.fromEntries(
      Object.entries(good).map(([key, value]) => [
        key,
        fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.jsonValue() }),
      ]),
    ),
    { requiredKeys: [] },
  );

  test('loses no other entry, regardless of the contents of one of them', () => {
    fc.assert(
      fc.property(fc.oneof(parts, fc.jsonValue()), (bad) => {
        const read = parseRemoteRegistry(registry(bad, good), origin);
        expect(read?.remotes.at(-1)).toEqual(good);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has no entry that the contract would reject', () => {
    fc.assert(
      fc.property(parts, (part) => {
        const read = parseRemoteRegistry(registry(part), origin);
        const byContract = remoteRegistrySchema.safeParse(registry(part));
        expect(read).not.toBeNull();
        if (read && read.remotes.length > 0) expect(byContract.success).toBe(true);
        if (byContract.success && part['entry'] === good.entry) expect(read?.remotes).toHaveLength(1);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('scripts', () => {
  test.each([
    'https://elsewhere.test/remotes/mfe-search/1/remoteEntry.js',
    '//elsewhere.test/remotes/mfe-search/1/remoteEntry.js',
    'javascript:alert(1)',
    'data:text/javascript,1',
    '/uploads/remoteEntry.js',
    '/remotes/../uploads/a.js',
    '/remotes/%2e%2e/uploads/a.js',
    '/remotes/a.js?x=1',
    'http://[',
  ])('are not taken from %s', (address) => {
    expect(parseRemoteRegistry(registry({ ...good, entry: address }), origin)?.remotes).toEqual([]);
    expect(parseRemoteRegistry(registry({ ...good, preload: [address] }), origin)?.remotes[0]?.preload).toEqual([]);
  });

  test('are accepted from a development server that the document names, and from no other', () => {
    const served = ['http://localhost:4201', 'http://localhost:4202', 'http://localhost'].map((from) => ({
      ...good,
      entry: `${from}/remoteEntry.js`,
      preload: [],
    }));
    expect(parseRemoteRegistry(registry(...served), origin, ['http://localhost:4201'])?.remotes).toEqual([served[0]]);
    expect(parseRemoteRegistry(registry(...served), origin, [''])?.remotes).toEqual([]);
  });

  test('may have absolute URLs', () => {
    const entry = `${origin}${good.entry}`;
    expect(parseRemoteRegistry(registry({ ...good, entry }), origin)?.remotes[0]?.entry).toBe(entry);
  });
});

describe('in the document', () => {
  const pageWith = (content: string): RemoteRegistry | null => {
    document.body.innerHTML = `<script type="application/json" id="ve-registry"></script>`;
    const script = document.getElementById('ve-registry');
    if (script) script.textContent = content;
    return readRemoteRegistry(document);
  };

  test('it is read from the element that the service writes', () => {
    expect(pageWith(JSON.stringify(registry(good)))?.remotes).toEqual([good]);
  });

  test.each(['', '{', 'null', '[]'])('%j is invalid', (content) => {
    expect(pageWith(content)).toBeNull();
  });

  test('a document under an override names its development servers', () => {
    const entry = 'http://localhost:4201/remoteEntry.js';
    expect(pageWith(JSON.stringify(registry({ ...good, entry })))?.remotes).toEqual([]);
    const named = document.body.appendChild(document.createElement('script'));
    named.type = 'application/json';
    named.id = 've-override';
    named.dataset['origins'] = 'http://127.0.0.1:4300 http://localhost:4201';
    expect(readRemoteRegistry(document)?.remotes[0]?.entry).toBe(entry);
  });

  test('nothing that a visitor can control replaces it', () => {
    document.body.innerHTML = '';
    localStorage.setItem('ve-registry', JSON.stringify(registry(good)));
    history.replaceState(null, '', `/?ve-registry=${encodeURIComponent(JSON.stringify(registry(good)))}`);
    expect(readRemoteRegistry(document)).toBeNull();
  });
});

test('the retry’s endpoint has the contract’s path and returns a registry', () => {
  const { method, path, answers } = readRemotesEndpoint;
  expect(readRemotesWithResponseGuards).toMatchObject({ method, path });
  expect(Object.keys(readRemotesWithResponseGuards.answers)).toEqual(Object.keys(answers));
  const { 200: guard } = readRemotesWithResponseGuards.answers;
  expect(guard.safeParse(registry(good, null))).toEqual({ success: true, data: registry(good) });
  expect(guard.safeParse('<html>')).toMatchObject({ success: false });
});
