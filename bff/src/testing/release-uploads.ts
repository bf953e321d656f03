import type { ReleaseJson } from '@ve/contracts/remote-manifest';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import { createReleaseToken, type NewReleaseToken } from '@ve/data/releases/registry/release-token.repository';
import { releaseActions, releaseTokenDays } from '@ve/domain/kernel/release/release-token-scope';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Header, pack } from 'tar-stream';
import type { TestApp } from './test-app.ts';

export const sha256Of = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Adds a token for release names, by default with every right; returns the token and its id. */
export const addReleaseToken = async (
  app: TestApp,
  names: string | readonly string[],
  label = 'CI',
  {
    actions = releaseActions,
    now = new Date(),
    expiresAt = new Date(now.getTime() + releaseTokenDays.max * 86_400_000),
  }: Partial<Pick<NewReleaseToken, 'actions' | 'expiresAt'> & { now: Date }> = {},
): Promise<{ token: string; id: string }> => {
  const { token, hash } = newSecretToken();
  const scope = { names: [names].flat(), actions, expiresAt };
  const id = await createReleaseToken(app.em(), { ...scope, label, tokenHash: hash, by: 'test' }, now);
  return { token, id };
};

export type TarEntry = readonly [name: string, content: string | Buffer, header?: Partial<Header>];

/** A tar archive with these entries, in order. */
export const packTar = async (entries: readonly TarEntry[]): Promise<Buffer> => {
  const tar = pack();
  for (const [name, content, header] of entries) tar.entry({ name, ...header }, content);
  tar.finalize();
  return buffer(tar as AsyncIterable<Buffer>);
};

export const releaseFilesOf = (contents: Record<string, string>): ReleaseFile[] =>
  Object.entries(contents).map(([path, content]) => ({
    path,
    hash: sha256Of(content),
    size: Buffer.byteLength(content),
  }));

/** The entries of an upload of a release with these files. */
export const releaseUploadTarEntriesOf = (release: ReleaseJson, contents: Record<string, string>): TarEntry[] => [
  ['release.json', JSON.stringify({ release, files: releaseFilesOf(contents) })],
  ...[...new Set(Object.values(contents))].map((content): TarEntry => [sha256Of(content), content]),
];

/** A call by a team's release tool. */
export const callAsReleaseTool = (
  app: TestApp,
  token: string | null,
  path: string,
  { body, type = 'application/json', method = 'GET' }: { body?: unknown; type?: string; method?: string } = {},
): Promise<Response> =>
  fetch(app.url + path, {
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined
      ? { method }
      : { method: 'POST', body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });

/** Uploads a tar as a release of this name. */
export const uploadRelease = (
  app: TestApp,
  token: string | null,
  name: string,
  tar: Buffer,
  what: 'versions' | 'pages' = 'versions',
): Promise<Response> =>
  callAsReleaseTool(app, token, `/api/releases/${name}/${what}`, { body: tar, type: 'application/x-tar' });
