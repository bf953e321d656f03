import { rspack } from '@rspack/core';
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packedValuesFile, templateValues, versionsIn } from '../new-remote.ts';
import { swcOptions } from '../preset-rules.ts';
import { repositoryRoot as root } from '../repository.ts';

const run = promisify(execFile);

/** The packages that teams outside this repository use, after those that they depend on. */
const libraries = ['domain', 'contracts', 'ui', 'mfe-kit'] as const;

/** What the packed tool runs or reads that no file of it imports by its name. */
const toolFiles = [
  ...['cli/ve.ts', 'preset.ts', 'prerender-program.ts', 'release-calls-worker.ts'],
  ...['*.{cjs,mjs,html}', 'jest/*.mjs'],
].map((file) => `libs/build/src/${file}`);
const toolData = ['libs/build/templates/**/*.template', 'libs/build/contract/first-versions.json'];
/** The packages whose modules the tool itself runs: it is one file to download, so they are inside. */
const bundled = ['domain', 'contracts'] as const;

/** The team's own dependencies that `ve test` needs. */
const testTools = ['@swc/core', '@swc/jest', '@testing-library/jest-dom', 'jest', 'jest-environment-jsdom'];

/** Those that the tests of a team need of a library: root devDependencies here, optional peers in its package. */
const testPeers: Partial<Record<string, readonly string[]>> = {
  'mfe-kit': ['@jest/globals', '@testing-library/react', '@testing-library/user-event'],
};

const optionalPeers = (names: readonly string[], versions: Record<string, string>) => ({
  peerDependencies: Object.fromEntries(names.map((each) => [each, versions[each]])),
  peerDependenciesMeta: Object.fromEntries(names.map((each) => [each, { optional: true }])),
});

const isForTests = (file: string): boolean => /\.(?:test|examples|fixture)\.tsx?$|\/testing\//.test(file);

interface PackageJson {
  name: string;
  version: string;
  sideEffects?: boolean;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson;

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

const relativeImport = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\2/g;

/** Compiles a source to JavaScript as a build of a page does, so that it has the same style names. */
async function compile(file: string, folder: string): Promise<string> {
  const { jsc } = swcOptions(folder, { mode: 'production', target: 'browser' });
  const { code } = await rspack.experiments.swc.transform(readFileSync(file, 'utf8'), {
    filename: file,
    jsc: { ...jsc, parser: { syntax: 'typescript', tsx: file.endsWith('x') } },
    module: { type: 'es6' },
    sourceMaps: false,
  });
  return code.replace(relativeImport, (_all, before: string, quote: string, path: string) => {
    return `${before}${quote}${path.replace(/\.tsx?$/, '.js')}${quote}`;
  });
}

/** A TypeScript file as JavaScript with its declarations, any other as it is. */
async function put(file: string, { folder, to }: { folder: string; to: string }): Promise<void> {
  const source = join(root, file);
  if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts')) {
    copy(source, to);
    return;
  }
  const target = to.replace(/\.tsx?$/, '');
  write(`${target}.js`, await compile(source, folder));
  const declarations = join(root, folder, 'dist', relative(join(root, folder, 'src'), source)).replace(
    /\.tsx?$/,
    '.d.ts',
  );
  copy(declarations, `${target}.d.ts`);
}

/** Packages one of our libraries with its sources, for debuggers and for the release tool. */
async function stageLibrary(name: string, to: string): Promise<void> {
  const folder = `libs/${name}`;
  const files = globSync('src/**/*', { cwd: join(root, folder), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !isForTests(file));
  for (const file of files) {
    const path = relative(`${folder}/src`, file);
    copy(join(root, file), join(to, 'src', path));
    await put(file, { folder, to: join(to, 'dist', path) });
  }
  const { version, sideEffects, dependencies, ...own } = readPackage(folder);
  write(
    join(to, 'package.json'),
    JSON.stringify({
      ...{ name: own.name, version, private: true, type: 'module', sideEffects },
      dependencies,
      ...optionalPeers(testPeers[name] ?? [], versionsIn(root, 'package.json')),
      exports: { './*': { types: './dist/*.d.ts', default: './dist/*.js' } },
    }),
  );
}

/** The files that the tool consists of: those named, and what they import of this repository. */
function toolSources(): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, , , path = ''] of readFileSync(join(root, file), 'utf8').matchAll(relativeImport)) {
      visit(relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/'));
    }
  };
  for (const file of globSync(toolFiles, { cwd: root })) visit(file.replaceAll('\\', '/'));
  return [...found];
}

/** Packages the tool: its files are at the same places as here, below `dist`. */
async function stageTool(to: string): Promise<void> {
  for (const file of toolSources()) await put(file, { folder: 'libs/build', to: join(to, 'dist', file) });
  for (const file of globSync(toolData, { cwd: root })) copy(join(root, file), join(to, 'dist', file));
  const values = {
    ...versionsIn(root, 'package.json'),
    ...Object.assign({}, ...[...libraries, 'build'].map((name) => versionsIn(root, `libs/${name}/package.json`))),
    ...(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { overrides: object }).overrides,
    ...templateValues(root),
  } as Record<string, string>;
  write(join(to, 'dist', relative(root, packedValuesFile)), JSON.stringify(values));
  const { name, version, dependencies, devDependencies } = readPackage('libs/build');
  const runtimes = Object.entries(values).filter(([each]) => /^node-(?:bin-)?[a-z]/.test(each));
  write(
    join(to, 'package.json'),
    JSON.stringify({
      ...{ name, version, private: true, type: 'module', bin: { ve: './dist/libs/build/src/cli/ve.js' } },
      dependencies: { ...dependencies, typescript7: devDependencies?.['typescript7'] },
      optionalDependencies: Object.fromEntries(runtimes),
      ...optionalPeers(testTools, values),
      bundleDependencies: bundled.map((each) => `@ve/${each}`),
      exports: {
        './preset': { types: './dist/libs/build/src/preset.d.ts', default: './dist/libs/build/src/preset.js' },
      },
    }),
  );
}

/**
 * Packs the libraries and the tool into tarballs for teams outside this repository. Their types must have been
 * compiled. Returns the paths of the tarballs.
 */
export async function packPackages(folder: string): Promise<string[]> {
  const staging = mkdtempSync(join(tmpdir(), 've-pack-'));
  try {
    for (const name of libraries) await stageLibrary(name, join(staging, name));
    await stageTool(join(staging, 'build'));
    for (const name of bundled) {
      cpSync(join(staging, name), join(staging, 'build/node_modules/@ve', name), { recursive: true });
    }
    mkdirSync(folder, { recursive: true });
    const packed: string[] = [];
    for (const name of [...libraries, 'build']) {
      const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(folder)], {
        cwd: join(staging, name),
        maxBuffer: 64 * 1_048_576,
      });
      const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
      packed.push(join(folder, filename));
    }
    return packed;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
