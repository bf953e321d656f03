import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that never affect a build. */
const notBuilt = /\.(?:test|examples)\.tsx?$|\/(?:node_modules|dist)\//;

/** Folders of the packages in this repository that a package depends on. Others are in the lock file. */
const ownDependencies = (root: string, folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@ve/'))
    .map((name) => `libs/${name.slice('@ve/'.length)}`)
    .filter((each) => existsSync(join(root, each)));
};

/** The package and every workspace package that it depends on. */
function packagesOf(root: string, folder: string): string[] {
  const found = new Set<string>();
  const visit = (workspacePackage: string): void => {
    if (found.has(workspacePackage)) return;
    found.add(workspacePackage);
    ownDependencies(root, workspacePackage).forEach(visit);
  };
  visit(folder);
  return [...found].sort();
}

/**
 * The packages of the lock file, if there is one, without workspace packages: a new one must not change the builds of
 * the others.
 */
function lockedPackages(root: string): string {
  const file = join(root, 'package-lock.json');
  if (!existsSync(file)) return '';
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { link?: boolean }>;
  };
  return JSON.stringify(
    Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true),
  );
}

/**
 * A hash of everything that a package's build reads: its sources and dependencies, the build tool, the locked packages.
 */
export function buildInputFingerprint(root: string, folder: string, mode: string): string {
  const patterns = [
    ...packagesOf(root, folder).flatMap((workspacePackage) => [
      `${workspacePackage}/{src,public}/**/*`,
      `${workspacePackage}/*.{json,mjs}`,
    ]),
    'libs/build/src/*',
    'libs/build/contract/first-versions.json',
  ];
  const hash = createHash('sha256').update(mode).update(lockedPackages(root));
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !notBuilt.test(file.replaceAll('\\', '/')))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
