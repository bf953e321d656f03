import { type Compiler, type Configuration, rspack, type Stats } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { globSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SourceMapPayload } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { devServerHeaders } from '../dev-server-headers.ts';
import { repositoryRoot, workspaceRoot } from '../repository.ts';
import { mapStack } from './map-stack.ts';

type Message = Parameters<RspackDevServer['sendMessage']>;

/** Sends errors without colours, which would become styles that the policy of our pages forbids. */
export class PlainDevServer extends RspackDevServer {
  override sendMessage(clients: Message[0], type: string, data?: unknown, params?: unknown): void {
    const plain = (_key: string, value: unknown): unknown =>
      typeof value === 'string' ? stripVTControlCharacters(value) : value;
    super.sendMessage(clients, type, type === 'errors' ? JSON.parse(JSON.stringify(data), plain) : data, params);
  }
}

/** Errors of the compiler over the page. What throws there is shown by `render-errors.mjs`. */
export const devClientOptions = {
  overlay: { errors: true, warnings: false, runtimeErrors: false },
  logging: 'warn',
} as const;

/** The last of the server's checks that a request is not one of a foreign page. */
const lastCheck = 'cross-origin-header-check';

/**
 * The server's middlewares with ours, which answer no request that it refuses: a foreign page can have its own host name
 * resolved to this machine.
 */
export function afterHostCheck<M extends { name?: string } | ((...parameters: never[]) => unknown)>(
  middlewares: readonly M[],
  added: readonly M[],
): M[] {
  const index = middlewares.findIndex((middleware) => middleware.name === lastCheck);
  if (index === -1) throw new Error(`The development server has no ${lastCheck}`);
  return middlewares.toSpliced(index + 1, 0, ...added);
}

/** A file that is served as its source is now. */
export const servedFile = (path: string, type: string, read: () => string) => ({
  name: path,
  path,
  middleware: (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', type).end(read());
  },
});

const maxStackBytes = 20_000;

/** Answers stacks of the scripts that are built below this path with their sources, for `render-errors.mjs`. */
export const stackSources = (compiler: Compiler, path: string) => ({
  name: 'stack-sources',
  path: `${path}ve-stack`,
  middleware: (request: IncomingMessage, response: ServerResponse) => {
    let stack = '';
    request.setEncoding('utf8').on('data', (text: string) => (stack = (stack + text).slice(0, maxStackBytes)));
    request.once('end', () => {
      const headers = { ...devServerHeaders(request.headers.origin), 'content-type': 'text/plain; charset=utf-8' };
      response.writeHead(200, headers).end(mapStack(stack, mapReader(compiler)));
    });
  },
});

/** Reads the maps of the last compilation, which are in memory. They name sources from the package; here from the root. */
function mapReader({ context, outputFileSystem, outputPath }: Compiler): (script: string) => SourceMapPayload | null {
  const { readFileSync } = outputFileSystem as unknown as { readFileSync: (file: string) => Buffer };
  return (script) => {
    try {
      const map = JSON.parse(readFileSync(join(outputPath, `${script}.map`)).toString()) as SourceMapPayload;
      return { ...map, sources: map.sources.map((source) => relative(workspaceRoot, resolve(context, source))) };
    } catch {
      return null;
    }
  };
}

/**
 * Compiles when a source is saved, and prints the result. `key` distinguishes what the configuration does not: the
 * address at which it is served. `built` resolves after the first compilation, with errors or without.
 */
export function watchingCompiler(name: string, configuration: Configuration, key: string) {
  const compiler = rspack({
    ...configuration,
    cache: {
      type: 'persistent',
      version: key,
      buildDependencies: [
        ...globSync('libs/build/src/*', { cwd: repositoryRoot }).map((file) => join(repositoryRoot, file)),
        ...globSync('package-lock.json', { cwd: workspaceRoot }).map((file) => join(workspaceRoot, file)),
      ],
      storage: { type: 'filesystem', directory: join(workspaceRoot, '.cache/rspack') },
    },
  });
  const built = Promise.withResolvers<Stats>();
  compiler.hooks.done.tap('printed', (stats) => {
    const problems = stats.hasErrors() || stats.hasWarnings();
    const shown = { all: false, errors: true, warnings: true, colors: false };
    console.log(
      problems
        ? stats.toString(shown)
        : `${name} is up to date (${String(stats.toJson({ all: false, timings: true }).time)} ms)`,
    );
    built.resolve(stats);
  });
  return { compiler, built: built.promise };
}
