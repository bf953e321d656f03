import type { Stats } from '@rspack/core';
import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { programUrl } from './repository.ts';

/**
 * Names that a package imports from contract modules, by module (`report/reports` of
 * `@ve/contracts/http/report/reports`).
 */
export type ContractImports = Record<string, string[]>;

/**
 * Matches an import from a contract module. Type imports count, because handwritten calls name their endpoint as a
 * type.
 */
const importing = /\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'@ve\/contracts\/http\/([a-z/-]+)'/g;

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((each) =>
      each
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s+.*$/s, ''),
    )
    .filter((name) => name !== '');

/** The names that a file imports from contract modules. */
export function contractImports(code: string): ContractImports {
  const found: ContractImports = {};
  for (const [, list = '', module = ''] of code.matchAll(importing)) (found[module] ??= []).push(...namesIn(list));
  return found;
}

interface SourceModule {
  resource?: string;
  /** Modules of a concatenated module. */
  modules?: Iterable<SourceModule>;
}

/** The source that a file of a packed package was compiled from, which names the types that it imports too. */
function sourceOfPacked(file: string): string | undefined {
  const [, folder = '', path = ''] = /^(.*\/node_modules\/@ve\/(?:mfe-kit|ui))\/dist\/(.*)\.js$/.exec(file) ?? [];
  return ['ts', 'tsx'].map((extension) => `${folder}/src/${path}.${extension}`).find((source) => existsSync(source));
}

/** Source files of a compilation: the package's own, and those that it bundles. */
function sourcesOf({ compilation }: Pick<Stats, 'compilation'>): string[] {
  const files = new Set<string>();
  const visit = ({ resource, modules = [] }: SourceModule): void => {
    const [file = ''] = resource?.split('?') ?? [];
    const packed = sourceOfPacked(file.replaceAll('\\', '/'));
    if (packed !== undefined) files.add(packed);
    else if (/\.tsx?$/.test(file) && !/\/(?:node_modules|libs\/contracts)\//.test(file)) files.add(file);
    for (const inner of modules) visit(inner);
  };
  for (const module of compilation.modules as Iterable<SourceModule>) visit(module);
  return [...files].sort();
}

/** Contracts import the domain by its package name, which resolves to sources under this condition only. */
const fromSources = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/**
 * The JSON Schemas of the calls that a package was built with, by method and path: of every endpoint that a module of
 * the compilation imports. Calls of shared modules belong to the shell's release.
 *
 * @throws Error when the contracts cannot be read
 */
export function apiCallSchemasOfBuild(stats: Pick<Stats, 'compilation'>): Promise<Record<string, unknown>> {
  const imports: ContractImports = {};
  for (const file of sourcesOf(stats)) {
    for (const [module, names] of Object.entries(contractImports(readFileSync(file, 'utf8')))) {
      imports[module] = [...new Set([...(imports[module] ?? []), ...names])].sort();
    }
  }
  if (Object.keys(imports).length === 0) return Promise.resolve({});
  return new Promise((resolve, reject) => {
    const worker = new Worker(programUrl('release-calls-worker'), {
      workerData: imports,
      execArgv: fromSources,
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      reject(new Error(`Reading the calls ended with code ${String(code)}`));
    });
  });
}
