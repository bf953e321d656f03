import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';
import { sharedDeps } from '../shared-deps.ts';

/*
 * The surface that remotes build against: the exports of shared modules that remotes import, the props of slots, and
 * the declarations that those refer to. It is read from the declarations that the compiler emits.
 */

/** Text by module: `mfe-kit.api` for `@ve/mfe-kit/api`. */
export type ContractSurface = Record<string, string>;

export interface ContractExport {
  module: string;
  name: string;
}

const kit = '@ve/mfe-kit/';
const slots = '@ve/contracts/slots';
/** Types of the objects that the page of a slot passes to the remote that fills it. */
const slotTypes = ['SlotProps', 'SlotPlacing', 'FillerProps'];

/** Unions that may grow, because their readers accept unknown members; in the surface they count as text. */
const openUnions: Readonly<Record<string, readonly string[]>> = {
  '@ve/contracts/errors': ['ErrorCode'],
  '@ve/domain/verdict/causes': ['AdviceCause'],
  '@ve/domain/verdict/decision': ['CautionId'],
};

const isOpen = (module: string, name: string): boolean => openUnions[module]?.includes(name) ?? false;

const flat = (specifier: string): string => specifier.slice('@ve/'.length).replaceAll('/', '.');

const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** Our own shared modules, and the facades of libraries. */
const sharedModules = sharedDeps.map(({ name, facade }) => facade ?? name).filter((name) => name.startsWith(kit));

/** Names that remotes import from shared modules, by module. */
function importedByRemotes(): ContractExport[] {
  const shared = new Map(sharedDeps.map(({ name, facade }) => [name, facade ?? name]));
  const bundled = globSync('libs/mfe-kit/src/**/*.tsx', { cwd: repositoryRoot }).filter(
    (file) => !sharedModules.includes(kit + file.slice('libs/mfe-kit/src/'.length, -'.tsx'.length)),
  );
  const files = [...globSync('mfe-*/src/**/*.{ts,tsx}', { cwd: repositoryRoot }), ...bundled].filter(
    (file) => !/\.(test|examples)\.tsx?$|\/testing|\/standalone\.tsx$/.test(file),
  );
  return files.flatMap((file) =>
    parse(file, readFileSync(join(repositoryRoot, file), 'utf8')).statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
      const module = shared.get(statement.moduleSpecifier.text);
      const bindings = statement.importClause?.namedBindings;
      if (module === undefined || !module.startsWith(kit) || !bindings || !ts.isNamedImports(bindings)) return [];
      return bindings.elements.map((each) => ({ module, name: (each.propertyName ?? each.name).text }));
    }),
  );
}

interface ModuleDeclarations {
  file: ts.SourceFile;
  /** Statements that declare a name. */
  own: Map<string, ts.Statement[]>;
  /** Names imported or re-exported from other modules. */
  from: Map<string, { specifier: string; name: string; reExported: boolean }>;
}

const resolveSpecifier = (specifier: string, module: string): string => {
  if (!specifier.startsWith('.')) return specifier;
  const parts = [...module.split('/').slice(0, -1), ...specifier.replace(/\.[jt]sx?$/, '').split('/')];
  const path: string[] = [];
  for (const part of parts) {
    if (part === '..') path.pop();
    else if (part !== '.') path.push(part);
  }
  return path.join('/');
};

function readDeclarations(module: string): ModuleDeclarations {
  const [, workspacePackage = '', ...path] = module.split('/');
  const name = join(repositoryRoot, 'libs', workspacePackage, 'dist', `${path.join('/')}.d.ts`);
  const file = ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true);
  const own: ModuleDeclarations['own'] = new Map();
  const from: ModuleDeclarations['from'] = new Map();
  const declare = (key: string, statement: ts.Statement): void =>
    void own.set(key, [...(own.get(key) ?? []), statement]);
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name: key } of statement.declarationList.declarations) declare(key.getText(file), statement);
    } else if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      if (!statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const specifier = resolveSpecifier(statement.moduleSpecifier.text, module);
      const reExported = ts.isExportDeclaration(statement);
      const clause = reExported ? statement.exportClause : statement.importClause?.namedBindings;
      if (!clause) continue;
      if (ts.isNamedImports(clause) || ts.isNamedExports(clause)) {
        for (const each of clause.elements) {
          from.set(each.name.text, { specifier, name: (each.propertyName ?? each.name).text, reExported });
        }
      } else if (ts.isNamespaceImport(clause)) from.set(clause.name.text, { specifier, name: '*', reExported });
    } else if ('name' in statement && statement.name) declare((statement.name as ts.Identifier).text, statement);
  }
  return { file, own, from };
}

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

/** Names that a declaration refers to. */
function referred(statement: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return names;
}

const majorOf = (specifier: string): string => {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const file = join(repositoryRoot, 'node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `${name} ${version.split('.')[0] ?? ''}`;
};

/** Collects the declarations that are reachable from the roots. */
class Collector {
  readonly #modules = new Map<string, ModuleDeclarations>();
  readonly #reached = new Map<string, Set<string>>();
  readonly roots: ContractExport[] = [];

  root({ module, name }: ContractExport): void {
    const { own, from } = this.#read(module);
    if (!own.has(name) && from.get(name)?.reExported !== true) return;
    if (!this.roots.some((root) => root.module === module && root.name === name)) this.roots.push({ module, name });
    this.#reach(module, name);
  }

  #read(module: string): ModuleDeclarations {
    const known = this.#modules.get(module) ?? readDeclarations(module);
    this.#modules.set(module, known);
    return known;
  }

  #reach(module: string, name: string): void {
    const names = this.#reached.get(module) ?? new Set();
    this.#reached.set(module, names);
    if (names.has(name)) return;
    const { own, from } = this.#read(module);
    const elsewhere = from.get(name);
    if (!own.has(name) && elsewhere === undefined) return;
    names.add(name);
    if (isOpen(module, name)) return;
    if (elsewhere?.specifier.startsWith('@ve/') === true) this.#reach(elsewhere.specifier, elsewhere.name);
    for (const statement of own.get(name) ?? []) for (const each of referred(statement)) this.#reach(module, each);
  }

  text(): ContractSurface {
    const modules = [...this.#reached]
      .filter(([, names]) => names.size > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(modules.map(([module, names]) => [flat(module), this.#textOf(module, names)]));
  }

  #textOf(module: string, names: ReadonlySet<string>): string {
    const { file, own, from } = this.#read(module);
    const outside = [...names].sort().flatMap((name) => {
      const given = from.get(name);
      return given ? [{ as: name, ...given }] : [];
    });
    const packages = new Set(
      outside.flatMap(({ specifier }) => (specifier.startsWith('@ve/') ? [] : [majorOf(specifier)])),
    );
    const lines = outside.map(({ as, specifier, name, reExported }) => {
      const source = specifier.startsWith('@ve/') ? `./${flat(specifier)}` : specifier;
      if (name === '*') return `import type * as ${as} from '${source}';`;
      return `${reExported ? 'export' : 'import type'} { ${name === as ? name : `${name} as ${as}`} } from '${source}';`;
    });
    const open = [...names].filter((name) => isOpen(module, name)).sort();
    const closed = [...names].filter((name) => !isOpen(module, name));
    const statements = new Set(closed.flatMap((name) => own.get(name) ?? []));
    const declarations = file.statements
      .filter((statement) => statements.has(statement))
      .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file));
    const description = open.map((name) => `export type ${name} = string;`);
    const header = packages.size > 0 ? [`// ${[...packages].sort().join(', ')}`] : [];
    return `${[...header, ...lines, ...description, ...declarations, 'export {};'].join('\n')}\n`;
  }
}

/** The exports of shared modules and slots in a text of the surface. */
export function contractSurfaceExportsOf(recorded: ContractSurface): ContractExport[] {
  const roots = [...sharedModules, slots].flatMap((module) => {
    const file = parse('surface.d.ts', recorded[flat(module)] ?? '');
    return file.statements.flatMap((statement): ContractExport[] => {
      if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
        return statement.exportClause.elements.map((each) => ({ module, name: each.name.text }));
      }
      if (!ts.canHaveModifiers(statement)) return [];
      if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
      if (ts.isVariableStatement(statement)) {
        return statement.declarationList.declarations.map(({ name }) => ({ module, name: name.getText(file) }));
      }
      return 'name' in statement && statement.name ? [{ module, name: (statement.name as ts.Identifier).text }] : [];
    });
  });
  return roots.filter(({ module, name }) => module !== slots || slotTypes.includes(name));
}

/**
 * The current surface, from the emitted declarations: what remotes import, and what was recorded before and still
 * exists, since live remotes may import it.
 */
export function readContractDeclarations(recorded: ContractSurface): ContractSurface {
  const collector = new Collector();
  for (const root of [...importedByRemotes(), ...contractSurfaceExportsOf(recorded)]) collector.root(root);
  for (const name of slotTypes) collector.root({ module: slots, name });
  return collector.text();
}

/** The name of a module's text in messages: `@ve/mfe-kit/api`. */
export const moduleSpecifierOf = (module: string): string => `@ve/${module.replaceAll('.', '/')}`;
