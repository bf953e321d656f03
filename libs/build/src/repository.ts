import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Root of the repository that this tool belongs to. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');

interface Issue {
  message: string;
  path: PropertyKey[];
}

interface Schema<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: { issues: Issue[] } };
}

/** What a remote says of its pages; what stands in it is the contract's affair. */
export interface Said {
  pages: Record<string, { phoneHeader?: 'title' | undefined }>;
  feeds: object[];
  redirects: Record<string, string>;
}

export interface RemoteManifest extends Said {
  name: string;
  routes: string[];
  slots: string[];
  contract: string;
  prerender: string[];
  /** kB by gzip; null for the shell. */
  budget: { start: number; page: number } | null;
}

export interface Release extends Said {
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
  prerender: string[];
}

export interface Contract {
  contractVersion: string;
  remoteManifestSchema: Schema<RemoteManifest>;
  releaseSchema: Schema<Release>;
}

/**
 * The contract between shell and remotes, read from its room as it stands: a tool depends on no room, it works on them.
 */
export const readContract = async (): Promise<Contract> =>
  (await import(pathToFileURL(resolve(repositoryRoot, 'libs/contracts/src/remote-manifest.ts')).href)) as Contract;

/** Versions of installed packages; that of our own contract for the rooms that move with it. */
export function installedVersions(contractVersion: string): (packageName: string) => string {
  const require = createRequire(resolve(repositoryRoot, 'package.json'));
  return (packageName) => {
    if (packageName.startsWith('@ve/')) return contractVersion;
    const file = require.resolve(`${packageName}/package.json`);
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  };
}

/** Parses by a schema of the contract. @throws with every fault in words. */
export function parseBy<T>(schema: Schema<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    (issue) => `  ${issue.path.map(String).join('.') || '(whole)'}: ${issue.message}`,
  );
  throw new Error(`${what} is not what libs/contracts/src/remote-manifest.ts asks for:\n${faults.join('\n')}`);
}
