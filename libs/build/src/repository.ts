import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Root of this repository. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');

interface Issue {
  message: string;
  path: PropertyKey[];
}

interface Schema<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: { issues: Issue[] } };
}

/** The part of a remote's manifest about its pages; the contract defines the details. */
export interface DeclaredPages {
  pages: Record<string, { phoneHeader?: 'title' | undefined; hydrate?: 'when-used' | undefined }>;
  feeds: object[];
  redirects: Record<string, string>;
}

export interface RemoteManifest extends DeclaredPages {
  name: string;
  routes: string[];
  slots: string[];
  offers: string[];
  contract: string;
  prerender: string[];
  /** kB, compressed with gzip; null for the shell. */
  budget: { start: number; page: number; slot?: number | undefined } | null;
}

export interface Release extends DeclaredPages {
  name: string;
  version: string;
  routes: string[];
  slots: string[];
  contract: string;
  entry: string;
  preload: string[];
  styles: string[];
  fonts: string[];
  document: string | null;
  /** Only a shell has one. */
  starter?: string | null;
  devtools?: string | null;
  prerender: string[];
  offers: string[];
  /** The entry of its build for Node; null in releases from before such builds. */
  node: string | null;
  /** By module specifier: the range that a remote accepts, or the version that the shell provides. */
  shared: Record<string, string>;
  /** JSON Schemas of the calls that it was built with, by method and path. */
  calls: Record<string, unknown>;
}

export interface Contract {
  contractVersion: string;
  notFoundRoute: string;
  remoteManifestSchema: Schema<RemoteManifest>;
  releaseSchema: Schema<Release>;
  /** `releaseSchema`, with the bounds for publishing. */
  publishedReleaseSchema: Schema<Release>;
}

const contractModule = (file: string): Promise<object> =>
  import(pathToFileURL(resolve(repositoryRoot, 'libs/contracts/src', file)).href) as Promise<object>;

/**
 * The contract between shell and remotes. Imported by path, because this tool builds the packages and depends on none.
 */
export const readContract = async (): Promise<Contract> =>
  ({
    ...(await contractModule('remote-manifest.ts')),
    ...(await contractModule('published-release.ts')),
  }) as Contract;

/** Versions of installed packages; workspace packages have the version of the contract. */
export function installedVersions(contractVersion: string): (packageName: string) => string {
  const require = createRequire(resolve(repositoryRoot, 'package.json'));
  return (packageName) => {
    if (packageName.startsWith('@ve/')) return contractVersion;
    const file = require.resolve(`${packageName}/package.json`);
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  };
}

/** Parses by a schema of the contract. @throws Error with a message for every issue */
export function parseBy<T>(schema: Schema<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `  ${issue.path.map(String).join('.') || '(whole)'}: ${issue.message}`,
  );
  throw new Error(
    `${what} does not match the contract (libs/contracts/src/{remote-manifest,published-release}.ts):\n${issues.join('\n')}`,
  );
}
