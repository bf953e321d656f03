import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';
import {
  type ContractExport,
  contractSurfaceExportsOf,
  moduleSpecifierOf,
  type ContractSurface,
} from './contract-surface.ts';

export type VersionBump = 'none' | 'minor' | 'major';

export interface ContractChange {
  /** The part of the contract version that the change requires. */
  bump: VersionBump;
  /** One line per change. */
  description: string[];
}

const flat = (specifier: string): string => specifier.slice('@ve/'.length).replaceAll('/', '.');
const keyOf = ({ module, name }: ContractExport): string => `${module} ${name}`;

type Kind = 'value' | 'type' | 'generic type' | 'generic by slot';

const parse = (module: string, surface: ContractSurface): ts.SourceFile =>
  ts.createSourceFile('x.d.ts', surface[module] ?? '', ts.ScriptTarget.Latest, true);

/** The kind of an export; a re-export of a library is a value. */
function kindOf({ module, name }: ContractExport, surface: ContractSurface): Kind {
  const file = parse(flat(module), surface);
  for (const statement of file.statements) {
    if (!('name' in statement) || (statement.name as ts.Identifier | undefined)?.text !== name) continue;
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      return statement.typeParameters === undefined ? 'type' : 'generic type';
    }
    if (
      ts.isFunctionDeclaration(statement) &&
      statement.typeParameters?.[0]?.constraint?.getText(file) === 'SlotName'
    ) {
      return 'generic by slot';
    }
  }
  return 'value';
}

/** The slots that the surface has props for. */
const slotsOf = (surface: ContractSurface): string[] =>
  parse('contracts.slots', surface).statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) && statement.name.text === 'SlotProps'
      ? statement.members.flatMap(({ name }) => (name && ts.isStringLiteral(name) ? [name.text] : []))
      : [],
  );

/** Compared through `SlotProps` instead, because React's class components depend on their props in both directions. */
const weighedByOthers = new Set(['@ve/mfe-kit/slot SlotFillers']);

/** Returns statements that compile when the export of the given side can be used in place of the old one. */
function checksOf(root: ContractExport, before: ContractSurface): ((side: string) => string)[] {
  const at = (side: string): string => `import('./${side}/${flat(root.module)}').${root.name}`;
  const value = (more = '') => [
    (side: string) => `((given: typeof ${at(side)}${more}): typeof ${at('before')}${more} => given);`,
  ];
  switch (kindOf(root, before)) {
    case 'value':
      return value();
    case 'generic by slot':
      return slotsOf(before).flatMap((slot) => value(`<'${slot}'>`));
    case 'type':
      // A slot filler only receives its props, so one direction is enough.
      if (root.module === '@ve/contracts/slots') return [(side) => `((given: ${at(side)}): ${at('before')} => given);`];
      return [(side) => `((given: Either<${at(side)}, ${at('before')}>): true => given);`];
    case 'generic type':
      return [];
  }
}

/** The compiler's messages, by line of the file. */
function messagesByLine(output: string): Map<number, string> {
  const messages = new Map<number, string>();
  const pattern = /check\.ts\((\d+),\d+\): error TS\d+: (.*(?:\n {2,}.*)*)/g;
  for (const [, line = '', text = ''] of output.matchAll(pattern)) {
    const [first = '', ...more] = text.split('\n').map((each) => each.trim());
    const known = messages.get(Number(line));
    messages.set(Number(line), known ?? [first, more.at(-1) ?? ''].filter((each) => each !== '').join(' … '));
  }
  return messages;
}

const settings = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ target: 'ES2024', module: 'ESNext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  },
  files: ['check.ts'],
};

/** The modules whose text changed, and those that import one of them. */
function touchedModules(before: ContractSurface, now: ContractSurface): Set<string> {
  const touched = new Set(Object.keys(now).filter((module) => before[module] !== now[module]));
  for (const module of touched) {
    for (const [importer, text] of Object.entries(now)) if (text.includes(`'./${module}'`)) touched.add(importer);
  }
  return touched;
}

/** Comparison of the exports that both surfaces have. */
interface Weighed {
  /** Exports that can no longer be used as before, with the compiler's messages. */
  broken: Map<string, string>;
  /** Exports that the compiler reports as different in an identical copy of their declarations. */
  unknown: Set<string>;
}

/**
 * Compiles, for each export that both surfaces have, whether the new one can be used in place of the old one: a value
 * by its type, a type in one of the two directions (the values that use it show which one matters). A generic type is
 * compared through the values that use it.
 */
async function weigh(
  before: ContractSurface,
  now: ContractSurface,
  shared: readonly ContractExport[],
): Promise<Weighed> {
  mkdirSync(join(repositoryRoot, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(repositoryRoot, '.cache', 'contract-'));
  try {
    for (const [name, surface] of Object.entries({ before, copy: before, now })) {
      mkdirSync(join(folder, name));
      for (const [module, text] of Object.entries(surface)) writeFileSync(join(folder, name, `${module}.d.ts`), text);
    }
    const touched = touchedModules(before, now);
    const checks = shared
      .filter((root) => touched.has(flat(root.module)) && !weighedByOthers.has(keyOf(root)))
      .flatMap((root) => checksOf(root, before).map((check) => ({ key: keyOf(root), check })));
    const lines = checks.flatMap(({ check }) => [check('now'), check('copy')]);
    const either = 'type Either<A, B> = [A] extends [B] ? true : [B] extends [A] ? true : A;';
    writeFileSync(join(folder, 'check.ts'), [...lines, either, 'export {};'].join('\n'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(repositoryRoot, 'node_modules/typescript7/bin/tsc');
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { maxBuffer: 10_000_000 }, (_, out) => {
        resolve(out);
      });
    });
    const messages = messagesByLine(output.replaceAll(`${folder}/`, ''));
    if (messages.size === 0 && output.trim() !== '') throw new Error(output);
    const unknown = new Set(checks.filter((_, index) => messages.has(2 * index + 2)).map(({ key }) => key));
    const broken = checks.flatMap(({ key }, index): [string, string][] => {
      const message = messages.get(2 * index + 1);
      return message === undefined || unknown.has(key) ? [] : [[key, message]];
    });
    return { broken: new Map(broken), unknown };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The libraries in a text's first line, with their major versions. */
const libraries = (text = ''): string => /^\/\/ (.*)$/m.exec(text.split('\n')[0] ?? '')?.[1] ?? '';

/** How the surface changed, and which part of the contract version must be raised. */
export async function contractChangeOf(before: ContractSurface, now: ContractSurface): Promise<ContractChange> {
  const modules = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const changed = modules.filter((module) => before[module] !== now[module]);
  if (changed.length === 0) return { bump: 'none', description: [] };
  const [old, fresh] = [contractSurfaceExportsOf(before), contractSurfaceExportsOf(now)];
  const [oldKeys, freshKeys] = [new Set(old.map(keyOf)), new Set(fresh.map(keyOf))];
  const { broken, unknown } = await weigh(
    before,
    now,
    old.filter((root) => freshKeys.has(keyOf(root))),
  );
  const major = [
    ...old.filter((root) => !freshKeys.has(keyOf(root))).map(({ module, name }) => `removed: ${name} of ${module}`),
    ...[...broken].map(([key, message]) => {
      const [module = '', name = ''] = key.split(' ');
      return `changed, so that remotes built before cannot use it: ${name} of ${module}: ${message}`;
    }),
    ...changed
      .filter((module) => libraries(before[module]) !== '' && now[module] !== undefined)
      .filter((module) => libraries(before[module]) !== libraries(now[module]))
      .map(
        (module) =>
          `changed: ${moduleSpecifierOf(module)} was made with ${libraries(before[module])}, now ${libraries(now[module])}`,
      ),
  ];
  const minor = [
    ...fresh.filter((root) => !oldKeys.has(keyOf(root))).map(({ module, name }) => `added: ${name} of ${module}`),
    ...[...unknown].map(
      (key) => `to be looked at, as the compiler cannot weigh it: ${key.split(' ').toReversed().join(' of ')}`,
    ),
    ...changed.map((module) => `the declarations of ${moduleSpecifierOf(module)} are others`),
  ];
  return { bump: major.length > 0 ? 'major' : 'minor', description: [...major, ...minor] };
}
