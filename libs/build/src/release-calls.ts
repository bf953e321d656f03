import type { Stats } from '@rspack/core';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** By the name of a contract module (`report/reports` of `@ve/contracts/http/report/reports`), what a room's code imports of it. */
export type ContractImports = Record<string, string[]>;

/** A statement that imports from a contract module. Types count: what is written by hand names its endpoint as a type. */
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

/** What a file imports of contract modules. */
export function contractImports(code: string): ContractImports {
  const found: ContractImports = {};
  for (const [, list = '', module = ''] of code.matchAll(importing)) (found[module] ??= []).push(...namesIn(list));
  return found;
}

interface SourceModule {
  resource?: string;
  /** Those that a concatenated module is made of. */
  modules?: Iterable<SourceModule>;
}

/** Source files of a compilation: the room's own, and those that it bundles. */
function sourcesOf({ compilation }: Pick<Stats, 'compilation'>): string[] {
  const files = new Set<string>();
  const visit = ({ resource, modules = [] }: SourceModule): void => {
    const [file = ''] = resource?.split('?') ?? [];
    if (/\.tsx?$/.test(file) && !/\/(?:node_modules|libs\/contracts)\//.test(file)) files.add(file);
    for (const inner of modules) visit(inner);
  };
  for (const module of compilation.modules as Iterable<SourceModule>) visit(module);
  return [...files].sort();
}

/** Contracts import the domain by its package name, which is found as source under this condition only. */
const fromSources = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/**
 * The JSON Schemas of the calls that a room was built with, by method and path: of every endpoint that a module of the
 * compilation imports. What shared modules call is in the shell's.
 * @throws when the contracts cannot be read
 */
export function callsOf(stats: Pick<Stats, 'compilation'>): Promise<Record<string, unknown>> {
  const imports: ContractImports = {};
  for (const file of sourcesOf(stats)) {
    for (const [module, names] of Object.entries(contractImports(readFileSync(file, 'utf8')))) {
      imports[module] = [...new Set([...(imports[module] ?? []), ...names])].sort();
    }
  }
  if (Object.keys(imports).length === 0) return Promise.resolve({});
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./release-calls-worker.ts', import.meta.url), {
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
