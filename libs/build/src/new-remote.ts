import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isPacked, repositoryRoot } from './repository.ts';

const templates = join(repositoryRoot, 'libs/build/templates');
/** In the packed tool: the values of the templates, which this repository gives. */
export const packedValuesFile = join(templates, 'values.json');

/** The forms in which a template writes the remote's name. */
interface Names {
  /** `mfe-fleet-view` */
  name: string;
  /** `fleet-view`: its feature folder and the path of its page. */
  path: string;
  /** `FleetView` */
  Name: string;
  /** `Fleet view` */
  title: string;
}

/** The name or the source of packages cannot be used; the message says why, for the person who typed it. */
export class InvalidRemoteNameError extends Error {}

/** Where a remote outside this repository gets our packages from: files in a folder, or a registry. */
export type PackageSource = { packages: string } | { registry: string };

/**
 * The source that was given. There is none by default: a name that the public registry does not have may be taken there by others.
 *
 * @throws InvalidRemoteNameError
 */
export function readPackageSource({ packages, registry }: { packages?: string; registry?: string }): PackageSource {
  if (packages !== undefined && registry === undefined) return { packages: resolve(packages) };
  if (registry === undefined || packages !== undefined) {
    throw new InvalidRemoteNameError(
      'Where are the packages? --packages <folder> or --registry <address> says it, one of the two.',
    );
  }
  const url = URL.parse(registry);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new InvalidRemoteNameError('--registry takes an http(s) address, without a user or a password.');
  }
  return { registry: url.href };
}

/** An .npmrc by which our packages come from this registry alone. */
export const withRegistry = (npmrc: string, registry: string): string =>
  `${npmrc.replace(/^@ve:registry=.*\n?/gm, '').replace(/(?<=[^\n])$/, '\n')}@ve:registry=${registry}\n`;

const reserved = ['api', 'remotes', 'shell', 'healthz', 'readyz', 'metrics'];

function namesOf(given: string): Names {
  const path = given.replace(/^mfe-/, '');
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(path) || path.length < 2 || path.length > 40) {
    throw new InvalidRemoteNameError(
      `"${given}" is no name for a remote: 2 to 40 small letters, digits and single hyphens, a letter first, like fleet-view.`,
    );
  }
  if (reserved.includes(path))
    throw new InvalidRemoteNameError(`/${path} belongs to the service itself: choose another name.`);
  const words = path.split('-');
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return { name: `mfe-${path}`, path, Name: words.map(capital).join(''), title: capital(words.join(' ')) };
}

const readText = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

/** Replaces the file instead of writing into it: other checkouts may share it by a hard link. */
function replaceFile(file: string, content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Rejects a name or path that is taken, as two remotes cannot have one address. @throws InvalidRemoteNameError */
function rejectExistingName(root: string, { name, path }: Names): void {
  if (existsSync(join(root, name))) throw new InvalidRemoteNameError(`There is a ${name} already.`);
  for (const file of globSync('mfe-*/remote.json', { cwd: root })) {
    const { name: owner, routes } = JSON.parse(readText(root, file)) as { name: string; routes: string[] };
    if (routes.includes(`/${path}`))
      throw new InvalidRemoteNameError(`${owner} owns /${path} already: choose another name.`);
  }
}

type Versions = Readonly<Record<string, string>>;

interface PackageJson {
  name: string;
  version: string;
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
}

/** The versions that a package.json names: of the package, and of what it depends on. */
export function versionsIn(root: string, file: string): Versions {
  const { name, version, ...lists } = JSON.parse(readText(root, file)) as PackageJson;
  const { dependencies, devDependencies, optionalDependencies } = lists;
  return { ...dependencies, ...devDependencies, ...optionalDependencies, [name]: version };
}

/** Values of a template other than the name: installed versions, and the current contract version. */
export function templateValues(root: string): Versions {
  const manifest = readText(root, 'libs/contracts/src/remote-manifest.ts');
  const contract = /contractVersion = '([\d.]+)'/.exec(manifest)?.[1] ?? '';
  return { ...versionsIn(root, 'libs/mfe-kit/package.json'), ...versionsIn(root, 'mfe-search/package.json'), contract };
}

/** The versions of our own packages; or, where they are files in a folder, their paths from another folder. */
function packageValues(values: Versions, packages: string | null, from: string): Versions {
  const own = Object.entries(values).filter(([name]) => /^@ve\/(?:build|contracts|domain|mfe-kit|ui)$/.test(name));
  return Object.fromEntries(
    own.map(([name, version]) => {
      const file = packages && join(packages, `${name.slice(1).replace('/', '-')}-${version}.tgz`);
      return [name, file ? `file:${relative(from, file).replaceAll('\\', '/')}` : version];
    }),
  );
}

/** The files of a set of templates, filled, by their paths. */
function filesOf(set: string, names: Names, values: Versions): Record<string, string> {
  const all: Versions = { ...values, ...names };
  const filled = (text: string): string =>
    text.replace(/__(@?[\w/-]+?)__/g, (_token, word: string) => {
      const value = all[word];
      if (value === undefined) throw new Error(`The templates ask for ${word}, which nothing gives`);
      return value;
    });
  const folder = join(templates, set);
  const paths = globSync('**/*.template', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(
    paths.sort().map((path) => [
      path
        .replace(/\.template$/, '')
        .replace(/^(gitignore|npmrc)$/, '.$1')
        .replace('/feature/', `/${names.path}/`)
        .replace('/feature.', `/${names.path}.`),
      filled(readText(folder, path)),
    ]),
  );
}

/**
 * The files to write below the root. Outside this repository the remote's own settings differ, and the first one brings
 * those of the folder.
 */
function newFiles(root: string, names: Names, source: PackageSource | null): Record<string, string> {
  const inFolder = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${names.name}/${path}`, text]));
  if (!isPacked) return inFolder(filesOf('remote', names, templateValues(root)));
  const packages = source && 'packages' in source ? source.packages : null;
  const values = JSON.parse(readFileSync(packedValuesFile, 'utf8')) as Versions;
  const withPackages = (from: string) => ({ ...values, ...packageValues(values, packages, from) });
  const ofRemote = withPackages(join(root, names.name));
  const ofFolder = existsSync(join(root, 'package.json')) ? {} : filesOf('outside', names, withPackages(root));
  const npmrc = existsSync(join(root, '.npmrc')) ? readText(root, '.npmrc') : (ofFolder['.npmrc'] ?? '');
  return {
    ...inFolder({ ...filesOf('remote', names, ofRemote), ...filesOf('outside-remote', names, ofRemote) }),
    ...ofFolder,
    ...(source && 'registry' in source ? { '.npmrc': withRegistry(npmrc, source.registry) } : {}),
  };
}

type Entries = Record<string, unknown>;

/** Adds entries in npm's order. */
function inserted(before: Entries, added: Entries): Entries {
  const after = Object.entries(before);
  for (const [key, value] of Object.entries(added)) {
    const place = after.findIndex(([other], index) => index > 0 && other.localeCompare(key, 'en') > 0);
    after.splice(place === -1 ? after.length : place, 0, [key, value]);
  }
  return Object.fromEntries(after);
}

/**
 * The lock file, or npm's copy of it in node_modules, with the workspace that `npm install` would add. No further
 * package is needed.
 */
function withWorkspace(lock: string, name: string, packageJson: string): string {
  const { packages, ...rest } = JSON.parse(lock) as { packages: Entries };
  const { dependencies, devDependencies } = JSON.parse(packageJson) as Entries;
  const added = {
    [name]: { name: `@ve/${name}`, version: '0.0.0', dependencies, devDependencies },
    [`node_modules/@ve/${name}`]: { resolved: name, link: true },
  };
  return `${JSON.stringify({ ...rest, packages: inserted(packages, added) }, null, 2)}\n`;
}

/** The root's tsconfig.json with a reference to the remote. */
function withReference(tsconfig: string, name: string): string {
  const { references, ...rest } = JSON.parse(tsconfig) as { references: { path: string }[] };
  const last = references.findLastIndex(({ path }) => path.startsWith('mfe-'));
  return `${JSON.stringify({ ...rest, references: references.toSpliced(last + 1, 0, { path: name }) }, null, 2)}\n`;
}

/** The release workflow with the remote among the names that it offers. */
const withReleaseOption = (workflow: string, name: string): string =>
  workflow.replace(/(options: \[shell(?:, mfe-[\w-]+)*)/, `$1, ${name}`);

/** CODEOWNERS with the remote's own team. */
const withOwner = (owners: string, { name, path }: Names): string =>
  `${owners}/${name}/ @vehicle-enquiry/${path}-team\n`;

/**
 * Creates a working remote: a page, a slot filler, a query, tests, a budget, and its entries in the lists of packages.
 * Nothing is downloaded. Returns its folder and its page. `source` is where our packages come from, for a remote
 * outside this repository.
 *
 * @throws InvalidRemoteNameError
 */
export function createRemotePackage(
  root: string,
  given: string,
  source: PackageSource | null = null,
): { name: string; page: string } {
  const names = namesOf(given);
  rejectExistingName(root, names);
  const { name, path } = names;
  const files = newFiles(root, names, source);
  const folder = join(root, name);
  try {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content);
    }
    const packageJson = files[`${name}/package.json`] ?? '';
    const lists: [string, (text: string) => string][] = [
      ['tsconfig.json', (text) => withReference(text, name)],
      ['package-lock.json', (text) => withWorkspace(text, name, packageJson)],
      ['node_modules/.package-lock.json', (text) => withWorkspace(text, name, packageJson)],
      ['.github/CODEOWNERS', (text) => withOwner(text, names)],
      ['.github/workflows/release.yml', (text) => withReleaseOption(text, name)],
    ];
    for (const [file, add] of lists) {
      if (!isPacked && existsSync(join(root, file))) replaceFile(join(root, file), add(readText(root, file)));
    }
    if (!isPacked && existsSync(join(root, 'node_modules/@ve'))) {
      symlinkSync(join('../..', name), join(root, 'node_modules/@ve', name), 'junction');
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { name, page: `/${path}` };
}
