import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as callSchemas from '@ve/contracts/call-schemas';
import type * as publishedRelease from '@ve/contracts/published-release';
import type * as releaseFindings from '@ve/contracts/release-findings';
import type * as remoteManifest from '@ve/contracts/remote-manifest';
import type * as slots from '@ve/contracts/slots';
import type { RemoteManifest } from '@ve/contracts/remote-manifest';
import type * as z from 'zod/mini';
import { contractIssueMessage } from './contract-issues.ts';

/** Whether this is the packed tool, compiled to JavaScript, that teams outside this repository install. */
export const isPacked = import.meta.url.endsWith('.js');

/** Root of this repository. The packed tool has its files at the same places, below `dist`. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');

/** Where the remotes are, with the packages they use: this repository, or the folder of a team outside. */
export const workspaceRoot = !isPacked ? repositoryRoot : existsSync('remote.json') ? resolve('..') : process.cwd();

/**
 * How a command of this tool is typed: `npm run release mfe-report -- --list`, outside `npx --no ve release mfe-report
 * --list`. Where the tool is not installed, `--no` keeps npx from running the public package `ve`, which is not ours.
 */
export const commandLine = (command: string, flags = ''): string =>
  isPacked ? `npx --no ve ${command} ${flags}`.trim() : `npm run ${command}${flags === '' ? '' : ` -- ${flags}`}`;

/** URL of another program of this tool. */
export const programUrl = (name: string): URL => new URL(`./${name}${isPacked ? '.js' : '.ts'}`, import.meta.url);

/** The modules of the contracts that this tool runs. */
interface ContractModules {
  'call-schemas': typeof callSchemas;
  'published-release': typeof publishedRelease;
  'release-findings': typeof releaseFindings;
  'remote-manifest': typeof remoteManifest;
  slots: typeof slots;
}

/** A module of the contracts. In this repository from its source: the tool builds before any package is compiled. */
export const importContractModule = <N extends keyof ContractModules>(name: N): Promise<ContractModules[N]> =>
  import(
    isPacked ? `@ve/contracts/${name}` : pathToFileURL(resolve(repositoryRoot, 'libs/contracts/src', `${name}.ts`)).href
  ) as Promise<ContractModules[N]>;

/** A module with endpoints that remotes are built with. */
export const importEndpoints = (name: string): Promise<Record<string, unknown>> =>
  import(
    pathToFileURL(
      isPacked
        ? createRequire(resolve(workspaceRoot, 'package.json')).resolve(`@ve/contracts/http/${name}`)
        : resolve(repositoryRoot, 'libs/contracts/src/http', `${name}.ts`),
    ).href
  ) as Promise<Record<string, unknown>>;

/** The contract between shell and remotes. */
export const importRemoteContract = async (): Promise<RemoteContractModule> => ({
  ...(await importContractModule('remote-manifest')),
  ...(await importContractModule('published-release')),
  ...(await importContractModule('slots')),
});
export type RemoteContractModule = ContractModules['remote-manifest'] &
  ContractModules['published-release'] &
  ContractModules['slots'];

/** The manifest of a remote, or of the shell, which has no budget. */
export type FrontEndPackageManifest = Omit<RemoteManifest, 'budget'> & { budget: RemoteManifest['budget'] | null };

/** Versions of installed packages; workspace packages have the version of the contract. */
export function installedPackageVersions(contractVersion: string): (packageName: string) => string {
  const require = createRequire(resolve(workspaceRoot, 'package.json'));
  return (packageName) => {
    if (packageName.startsWith('@ve/')) return contractVersion;
    const file = require.resolve(`${packageName}/package.json`);
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  };
}

/** Parses by a schema of the contract. @throws Error with a message for every issue */
export function parseByContractSchema<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.infer<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `  ${issue.path.map(String).join('.') || '(whole)'}: ${contractIssueMessage(issue, schema)}`,
  );
  throw new Error(
    `${what} does not match the contract (libs/contracts/src/{remote-manifest,published-release}.ts):\n${issues.join('\n')}`,
  );
}
