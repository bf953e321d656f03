import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';

/* `npm run pack`: what teams outside this repository install. e2e/specs/outside.team.spec.ts uses it. */

const folder = mkdtempSync(join(tmpdir(), 've-packed-'));
/** The texts of each tarball by path. */
const packed = new Map<string, Map<string, string>>();

async function unpacked(file: string): Promise<Map<string, string>> {
  const archive = extract();
  archive.end(gunzipSync(readFileSync(file)));
  const files = new Map<string, string>();
  for await (const entry of archive) {
    files.set(entry.header.name.replace('package/', ''), (await buffer(entry)).toString('utf8'));
  }
  return files;
}

beforeAll(async () => {
  execFileSync(process.execPath, [join(repositoryRoot, 'libs/build/src/cli/pack.ts'), folder], { stdio: 'pipe' });
  for (const file of readdirSync(folder)) {
    packed.set(file.replace(/-\d.*$/, ''), await unpacked(join(folder, file)));
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const filesOf = (name: string): Map<string, string> => packed.get(name) ?? new Map<string, string>();
const names = ['ve-build', 've-contracts', 've-domain', 've-mfe-kit', 've-ui'];

test('there are four libraries and the tool', () => {
  expect([...packed.keys()].sort()).toEqual(names);
  for (const name of names) expect([...filesOf(name).keys()].filter((file) => /\.test\.\w+$/.test(file))).toEqual([]);
});

interface PackageJson {
  name: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  bundleDependencies?: string[];
}

/** Whether it is run or read by a compiler: not a template, nor a source that it was compiled from. */
const isCode = (file: string): boolean => /\.(?:js|mjs|cjs|d\.ts)$/.test(file) && !file.startsWith('src/');

const resolved = (file: string, specifier: string): string[] => {
  const path = posix.join(posix.dirname(file), specifier);
  return [path, path.replace(/\.tsx?$/, '.d.ts'), path.replace(/\.js$/, '.d.ts')];
};

test.each(names)('no import of %s leaves it, except to packages that it declares', (name) => {
  const files = filesOf(name);
  const outside: string[] = [];
  for (const [file, text] of [...files].filter(([path]) => isCode(path))) {
    const [, inside = ''] = /^(node_modules\/@ve\/[\w-]+\/)/.exec(file) ?? [];
    const { dependencies, peerDependencies, ...own } = JSON.parse(
      files.get(`${inside}package.json`) ?? '{}',
    ) as PackageJson;
    const declared = [own.name, ...Object.keys({ ...dependencies, ...peerDependencies })];
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const isThere = fileName.startsWith('.')
        ? resolved(file, fileName).some((path) => files.has(path))
        : fileName.startsWith('node:') ||
          builtinModules.includes(fileName) ||
          declared.some((each) => fileName === each || fileName.startsWith(`${each}/`));
      if (!isThere) outside.push(`${file}: ${fileName}`);
    }
  }
  expect(outside).toEqual([]);
});

test('modules have JavaScript and types', () => {
  const { exports } = JSON.parse(filesOf('ve-mfe-kit').get('package.json') ?? '') as { exports: object };
  expect(exports).toEqual({ './*': { types: './dist/*.d.ts', default: './dist/*.js' } });
  for (const [name, module] of [
    ['ve-mfe-kit', 'api'],
    ['ve-ui', 'button/button'],
    ['ve-contracts', 'slots'],
    ['ve-domain', 'kernel/registration/parse-registration'],
  ] as const) {
    expect([...filesOf(name).keys()]).toEqual(
      expect.arrayContaining([`dist/${module}.js`, `dist/${module}.d.ts`]) as unknown,
    );
  }
});

describe('the packed tool', () => {
  // Below the repository, which has what it depends on.
  const tool = join(repositoryRoot, '.cache/packed-tool', String(process.pid));
  const team = mkdtempSync(join(tmpdir(), 've-team-'));
  beforeAll(() => {
    for (const [file, text] of filesOf('ve-build')) {
      mkdirSync(dirname(join(tool, file)), { recursive: true });
      writeFileSync(join(tool, file), text);
    }
  });
  afterAll(() => {
    rmSync(tool, { recursive: true, force: true });
    rmSync(team, { recursive: true, force: true });
  });
  const ve = (...args: string[]): string =>
    execFileSync(process.execPath, [join(tool, 'dist/libs/build/src/cli/ve.js'), ...args], {
      ...{ cwd: team, encoding: 'utf8', stdio: 'pipe' },
    });
  const read = (file: string): string => readFileSync(join(team, file), 'utf8');
  const versionOf = (name: string): string =>
    (JSON.parse(filesOf(name).get('package.json') ?? '') as { version: string }).version;

  test('makes no remote whose packages would come from the public registry', () => {
    expect(() => ve('new', 'orders')).toThrow('--packages <folder> or --registry <address>');
    expect(readdirSync(team)).toEqual([]);
    ve('new', 'orders', '--registry', 'https://npm.example/ours');
    expect(read('.npmrc')).toContain('\nignore-scripts=true\n@ve:registry=https://npm.example/ours\n');
    const version = versionOf('ve-mfe-kit');
    expect(read('mfe-orders/package.json')).toContain(`"@ve/mfe-kit": "${version}"`);
    ve('new', 'invoices', '--packages', '../packages');
    expect(read('mfe-invoices/package.json')).toContain(
      `"@ve/mfe-kit": "file:../../packages/ve-mfe-kit-${version}.tgz"`,
    );
  });

  test('names commands that npx does not look up', () => {
    expect(ve('--help')).toContain('Usage: npx --no ve');
    const texts = [...packed.values()].flatMap((files) => [...files]);
    expect(texts.filter(([, text]) => /npx (?:-y |--yes )?ve\b/.test(text)).map(([file]) => file)).toEqual([]);
  });
});
