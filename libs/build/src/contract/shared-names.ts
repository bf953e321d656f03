import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type FirstVersions, slotsModule } from '../first-versions.ts';
import { repositoryRoot } from '../repository.ts';
import { ownModuleOf, sharedDeps } from '../shared-deps.ts';
import type { ContractChange } from './contract-change.ts';

/** By module, its names at run time. */
export type SharedNames = Readonly<Record<string, readonly string[]>>;

const kit = '@ve/mfe-kit/';

function sourceOf(module: string): string {
  const path = join(repositoryRoot, 'libs/mfe-kit/src', module.slice(kit.length));
  return readFileSync(existsSync(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`, 'utf8');
}

/** The values that a source exports by name. */
export function exportedValues(source: string): string[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      const { elements } = statement.exportClause;
      return statement.isTypeOnly ? [] : elements.filter((each) => !each.isTypeOnly).map((each) => each.name.text);
    }
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(file));
    }
    const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return isValue && statement.name !== undefined ? [statement.name.text] : [];
  });
}

/** The names of our own shared modules, from their sources, and the slots. */
export const readSharedNames = (slots: readonly string[]): SharedNames => {
  const modules = new Set(sharedDeps.map(ownModuleOf).filter((module) => module !== null));
  return Object.fromEntries([
    [slotsModule, slots],
    ...[...modules].sort().map((module) => [module, exportedValues(sourceOf(module)).sort()] as const),
  ]);
};

/** The record for these names: a name that it lacks begins with this contract version. */
export const withFirstVersions = (recorded: FirstVersions, names: SharedNames, version: string): FirstVersions =>
  Object.fromEntries(
    Object.entries(names).map(([module, own]) => [
      module,
      Object.fromEntries(own.map((name) => [name, recorded[module]?.[name] ?? version])),
    ]),
  );

/** A change of the contract, with the names that no remote of this repository uses yet: those of others may. */
export function withAddedNames(
  { bump, description }: ContractChange,
  recorded: FirstVersions,
  names: SharedNames,
): ContractChange {
  const added = Object.entries(names).flatMap(([module, own]) =>
    own.filter((name) => recorded[module]?.[name] === undefined).map((name) => `added: ${name} of ${module}`),
  );
  const more = added.filter((line) => !description.includes(line));
  return { bump: bump === 'none' && more.length > 0 ? 'minor' : bump, description: [...description, ...more] };
}
