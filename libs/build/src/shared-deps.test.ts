import { sharedFacades } from '@ve/contracts/remote-manifest';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from './repository.ts';
import { remoteFederationSharedOptions, shellSharedModulesSource, sharedDeps } from './shared-deps.ts';

const kit = join(repositoryRoot, 'libs/mfe-kit/src');
const isTest = (file: string): boolean =>
  /\.(?:test|examples)\.tsx?$/.test(file) || basename(file).startsWith('testing');

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: repositoryRoot })
    .map((file) => join(repositoryRoot, file))
    .filter((file) => !isTest(file));

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);

/** Values that a file imports from the module; `*` for a namespace import. */
function valuesImported(file: string, from: string): string[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const clause = statement.importClause;
    if (statement.moduleSpecifier.text !== from || clause === undefined) return [];
    if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const bindings = clause.namedBindings;
    if (clause.name || (bindings && ts.isNamespaceImport(bindings))) return ['*'];
    if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.filter((each) => !each.isTypeOnly).map((each) => (each.propertyName ?? each.name).text);
  });
}

const exported = (file: string): string[] =>
  parse(file).statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map((each) => each.name.text)
      : [],
  );

test('remotes import from a library with a facade only what the facade re-exports', () => {
  const missing = sharedDeps
    .filter((dep) => dep.facade !== undefined)
    .flatMap((dep) => {
      const carried = exported(join(kit, `${basename(dep.facade ?? '')}.tsx`));
      expect(carried.length).toBeGreaterThan(0);
      return sources('{mfe-*,libs/ui,libs/mfe-kit}/src/**/*.{ts,tsx}')
        .filter((file) => basename(file) !== `${basename(dep.facade ?? '')}.tsx`)
        .flatMap((file) =>
          valuesImported(file, dep.name)
            .filter((name) => !carried.includes(name))
            .map((name) => `${relative(repositoryRoot, file)}: ${name} (name it in ${dep.facade ?? ''})`),
        );
    });
  expect(missing).toEqual([]);
});

test('the contract knows the facades, by whose names releases list what they use', () => {
  const facades = sharedDeps.flatMap(({ name, facade }) => (facade === undefined ? [] : [[facade, name]]));
  expect(sharedFacades).toEqual(Object.fromEntries(facades));
});

test('modules of mfe-kit with page-wide state are shared, and so are modules that import them', () => {
  const shared = sharedDeps
    .filter(({ name }) => name.startsWith('@ve/mfe-kit/'))
    .map(({ name }) => `${name.slice('@ve/mfe-kit/'.length)}.tsx`);
  const files = sources('libs/mfe-kit/src/*.tsx').filter((file) => !['standalone.tsx'].includes(basename(file)));
  const text = (file: string): string => readFileSync(file, 'utf8');
  const holding = files.filter(
    (file) => text(file).includes('createContext(') || text(file).includes('createContext<'),
  );
  expect(holding.map((file) => basename(file)).filter((file) => !shared.includes(file))).toEqual([]);
  const importers = files.filter((file) => shared.some((name) => valuesImported(file, `./${name}`).length > 0));
  expect(importers.map((file) => basename(file)).filter((file) => !shared.includes(file))).toEqual([]);
});

test('a remote consumes every shared package from the shell, in a version that the shell provides', () => {
  const versionOf = (name: string) => (name === 'react' ? '19.3.1' : '1.2.3');
  const consumed = remoteFederationSharedOptions(versionOf);
  expect(consumed['react/jsx-runtime']).toEqual({
    import: false,
    singleton: true,
    strictVersion: true,
    requiredVersion: '^19.3.1',
  });
  expect(Object.values(consumed).every((each) => !each.import && each.singleton && each.strictVersion)).toBe(true);
  const provided = shellSharedModulesSource(versionOf);
  for (const { name } of sharedDeps) expect(provided).toContain(`${JSON.stringify(name)}: {`);
});
