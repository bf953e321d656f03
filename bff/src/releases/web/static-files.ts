import fastifyStatic from '@fastify/static';
import { releaseNamePattern, releaseVersionPattern } from '@ve/domain/kernel/release/release-names';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { extname, resolve } from 'node:path';
import { acceptsContentCoding } from '../../http/accepts-content-coding.ts';
import type { ReleaseFileLocation, ReleaseFiles } from './release-files.ts';

const yearSeconds = 365 * 24 * 3_600;

/** `<name>/<version>/<file>` of a release, limited to files that pages load: neither the build for Node nor source maps. */
const releasedFile = new RegExp(
  `^(${releaseNamePattern})/(${releaseVersionPattern})/(?!(?:node|maps)/)((?:(?!\\.)[A-Za-z0-9._@~-]+)(?:/(?!\\.)[A-Za-z0-9._@~-]+)*)$`,
);

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Serves release files under /remotes: immutable, brotli if precompressed. Anything else gets 404, and a missing folder
 * affects only its own files.
 */
export async function serveReleaseFiles(
  instance: FastifyInstance,
  files: ReleaseFiles,
  storeFolder: string,
): Promise<void> {
  // Only for sending files; each call passes its folder.
  await instance.register(fastifyStatic, {
    root: resolve(storeFolder),
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
  });
  instance.get('/remotes/*', { config: { audience: 'visitor', inPreviews: true } }, async (request, reply) => {
    const [, name = '', version = '', path = ''] = releasedFile.exec((request.params as { '*': string })['*']) ?? [];
    const isServed = path !== '' && extname(path) in mediaTypes;
    const located = isServed ? await files.locate({ name, version }, path) : null;
    if (located !== null) {
      await sendReleaseFile(reply, { located, path, caching: { seconds: yearSeconds, immutable: true } });
      return reply;
    }
    const shows = request.preview?.shows;
    const isShown = isServed && shows?.name === name && shows.version === version;
    const previewed = isShown ? await files.locateForPreview({ name, version }, path) : null;
    if (previewed === null) reply.callNotFound();
    else await sendReleaseFile(reply, { located: previewed, path, caching: { seconds: 0, immutable: false } });
    return reply;
  });
}

/** How long browsers may cache a file, and whether it is immutable at its URL. */
interface Caching {
  seconds: number;
  immutable: boolean;
}

/** Sends a file of a release, compressed if it is stored so and the client accepts it. */
export async function sendReleaseFile(
  reply: FastifyReply,
  { located, path, caching: { seconds, immutable } }: { located: ReleaseFileLocation; path: string; caching: Caching },
): Promise<void> {
  if (located.is === 'on-disk') {
    reply.sendFile(located.path, resolve(located.root), { maxAge: seconds * 1_000, immutable });
    return;
  }
  const { hashes } = located.files;
  const packed = hashes.has(`${path}.br`);
  const takesPacked = packed && acceptsContentCoding(reply.request.headers['accept-encoding'], 'br');
  const chosen = takesPacked ? `${path}.br` : path;
  const etag = `"${hashes.get(chosen) ?? ''}"`;
  void reply.headers({
    'cache-control': `public, max-age=${String(seconds)}${immutable ? ', immutable' : ''}`,
    'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
    etag,
    ...(packed ? { vary: 'accept-encoding' } : {}),
    ...(takesPacked ? { 'content-encoding': 'br' } : {}),
  });
  if (reply.request.headers['if-none-match'] === etag) {
    void reply.status(304).send();
    return;
  }
  const content = await located.files.read(chosen);
  if (content === null) reply.callNotFound();
  else void reply.send(Buffer.from(content));
}
