import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { resolve } from 'node:path';

const prefix = '/remotes/';
const yearMs = 365 * 24 * 3_600 * 1_000;

/** `/<name>/<version>/<file>` of a release, limited to files that pages load. */
const releasedFile =
  /^\/?(?:shell|mfe-[a-z][a-z0-9-]{1,40})\/(?!\.\.?\/)[A-Za-z0-9._-]{1,64}(?:\/(?!\.)[A-Za-z0-9._@~-]+)+$/;
const servedType = /\.(?:js|mjs|css|woff2|svg|png|jpg|webp|avif|ico|map|txt|wasm)$/;

/**
 * Serves release files under /remotes: immutable, brotli if precompressed. Anything else is answered 404, and a missing
 * folder affects only its own files.
 */
export async function serveReleases(instance: FastifyInstance, storeFolder: string): Promise<void> {
  instance.addHook('onRoute', (route) => {
    if (route.url === `${prefix}*`) route.config = { ...route.config, audience: 'visitor' };
  });
  await instance.register(fastifyStatic, {
    root: resolve(storeFolder),
    prefix,
    index: false,
    list: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: yearMs,
    redirect: false,
    allowedPath: (path) => releasedFile.test(path) && servedType.test(path),
  });
}
