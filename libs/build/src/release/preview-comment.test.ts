import type { Preview } from '@ve/contracts/http/releases/previews';
import { type ReleaseJson, releaseSchema } from '@ve/contracts/remote-manifest';
import { previewComment, type ReleaseWithFiles } from './preview-comment.ts';

const base: ReleaseJson = {
  ...{ name: 'mfe-tiny', version: 'v2', routes: ['/tiny'], slots: [], contract: '2.0.0', entry: 'main.js' },
  ...{ preload: [], styles: [], fonts: [], document: null },
};
const release = (changes: Partial<ReleaseJson>, files: Record<string, number>): ReleaseWithFiles => ({
  release: releaseSchema.parse({ ...base, ...changes }),
  files: Object.entries(files).map(([path, size]) => ({ path, size, hash: `${path} ${String(size)}` })),
});
const preview: Preview = {
  preview: 'pr-12',
  name: 'mfe-tiny',
  version: 'v2',
  link: 'https://pr-12.preview.site.test/?preview-key=a.b',
  setAt: '2026-11-22T12:00:00.000Z',
  expiresAt: '2026-11-29T12:00:00.000Z',
  setBy: 'token:CI',
  builtFrom: { commit: 'c0de'.repeat(10), branch: 'orders', dirty: false, ciUrl: null },
};
const live = release(
  { version: 'v1', routes: ['/tiny', '/old'], contract: '1.9.0' },
  { 'main.js': 3_000, 'main.js.br': 1_000, 'node/a.cjs': 1 },
);
const shown = release(
  { routes: ['/tiny', '/new'], slots: ['report.after-checks/v1'] },
  { 'main.js': 3_000, 'main.js.br': 1_000, 'chunk.js': 500, 'node/b.js': 9_000, 'maps/chunk.js.map': 1 },
);

test('has link, end, commit, and what differs from the live release', () => {
  expect(previewComment(preview, shown, live)).toBe(`### Preview of mfe-tiny: \`pr-12\`

**[Open it](<https://pr-12.preview.site.test/?preview-key=a.b>)** until 2026-11-29 12:00 UTC. All who have the link can see it. No one is signed in there, and nothing can be sent.

| | |
| --- | --- |
| Release | \`v2\`, live is \`v1\` |
| Commit | \`c0dec0dec0de (orders)\` |
| Pages | + \`/new\`, − \`/old\` |
| Slots it fills | + \`report.after-checks/v1\` |
| Contract | \`2.0.0\`, was \`1.9.0\` |
| Scripts | 1.5 kB in 2 files, +0.5 kB; 1 file changed |
`);
});

test('is of a remote that is not live yet, and of sources that are in no commit', () => {
  const comment = previewComment({ ...preview, builtFrom: null }, shown, null);
  expect(comment).toContain(
    '| Release | `v2`, live is none |\n| Commit | not known |\n| Pages | + `/tiny`, + `/new` |',
  );
  expect(comment).toContain('| Scripts | 1.5 kB in 2 files |');
});

test('shows names of others as text, and takes no other link', () => {
  const branch = '`|</a>![x](http://evil.test)@everybody';
  const comment = previewComment(
    { ...preview, builtFrom: { commit: 'c0de'.repeat(10), branch, dirty: true, ciUrl: null } },
    shown,
    live,
  );
  expect(comment).toContain(
    '| Commit | `c0dec0dec0de (  </a>![x](http://evil.test)@everybody), with changes that are in no commit` |',
  );
  expect(() => previewComment({ ...preview, link: 'javascript:alert(1)' }, shown, live)).toThrow('no address');
});
