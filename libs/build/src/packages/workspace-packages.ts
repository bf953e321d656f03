import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The imports that each package may have; a name ending in `-*` matches every such folder. */
const allowedPackageImports: Record<string, readonly string[]> = {
  'libs/domain': [],
  'libs/contracts': ['libs/domain'],
  'libs/ui': ['libs/domain'],
  // Includes itself: a module that a page shares is shared only under its package name.
  'libs/mfe-kit': ['libs/contracts', 'libs/domain', 'libs/ui', 'libs/mfe-kit'],
  'mfe-*': ['libs/mfe-kit', 'libs/ui', 'libs/contracts', 'libs/domain'],
  shell: ['libs/mfe-kit', 'libs/ui', 'libs/contracts', 'libs/domain'],
  'libs/data': ['libs/contracts', 'libs/domain'],
  'libs/providers': ['libs/contracts', 'libs/domain'],
  'libs/server-kit': ['libs/contracts', 'libs/domain'],
  'libs/app': ['libs/data', 'libs/providers', 'libs/contracts', 'libs/domain'],
  bff: ['libs/app', 'libs/server-kit', 'libs/data', 'libs/providers', 'libs/contracts', 'libs/domain'],
  // Includes itself: its scenarios, which are compiled separately, use the helpers of its tests.
  workers: ['libs/app', 'libs/server-kit', 'libs/data', 'libs/providers', 'libs/contracts', 'libs/domain', 'workers'],
  'libs/build': ['libs/contracts', 'libs/domain'],
  sandbox: [],
  e2e: [],
  bench: [
    'libs/app',
    'libs/server-kit',
    'libs/data',
    'libs/providers',
    'libs/mfe-kit',
    'libs/ui',
    'libs/contracts',
    'libs/domain',
    'libs/build',
    'workers',
  ],
};

/** Packages whose features are independent of each other; those of the servers are ordered by the table of contexts. */
const featurePackages = ['mfe-*', 'libs/providers'];

/** Folders that all features of a package may import: infrastructure, never a feature. */
const sharedFolders = ['platform', 'http', 'testing'];

export interface WorkspacePackage {
  /** Folder below the root of the repository: `libs/domain`, `mfe-report`. */
  folder: string;
  /** The package name that others import: `@ve/domain`. */
  packageName: string;
  /** Packages that it may import. */
  allowed: string[];
  /** Feature folders below `src` that must not import each other. */
  features: string[];
}

const packageName = (folder: string): string => `@ve/${folder.replace(/^libs\//, '')}`;

const matches = (pattern: string, folder: string): boolean =>
  pattern.endsWith('*') ? folder.startsWith(pattern.slice(0, -1)) : pattern === folder;

/**
 * Every workspace package, read from the folders, so that the rules apply to a new remote as soon as it exists.
 *
 * @throws Error when a folder with a package.json is missing from the table
 */
export function readWorkspacePackages(root: string): WorkspacePackage[] {
  const folders = globSync(['*/package.json', 'libs/*/package.json'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/').replace('/package.json', ''))
    .filter((folder) => !folder.startsWith('node_modules'))
    .sort();
  return folders.map((folder) => {
    const pattern = Object.keys(allowedPackageImports).find((candidate) => matches(candidate, folder));
    if (pattern === undefined)
      throw new Error(
        `The package ${folder} is missing from the table in libs/build/src/packages/workspace-packages.ts`,
      );
    const allowed = (allowedPackageImports[pattern] ?? []).map(packageName);
    const source = join(root, folder, 'src');
    const features =
      featurePackages.some((candidate) => matches(candidate, folder)) && existsSync(source)
        ? readdirSync(source, { withFileTypes: true })
            .filter((entry) => entry.isDirectory() && !sharedFolders.includes(entry.name))
            .map((entry) => entry.name)
        : [];
    return { folder, packageName: packageName(folder), allowed, features };
  });
}

/** Dependencies between packages that the table does not allow, as messages. */
export function forbiddenDependencies(
  workspacePackages: WorkspacePackage[],
  dependencies: (workspacePackage: WorkspacePackage) => Record<string, string>,
): string[] {
  return workspacePackages.flatMap((workspacePackage) =>
    Object.keys(dependencies(workspacePackage))
      .filter((name) => name.startsWith('@ve/') && !workspacePackage.allowed.includes(name))
      .map((name) => `${workspacePackage.packageName} may not depend on ${name}`),
  );
}

/** One cycle of the graph, as a path that ends where it starts, or null. */
export function findDependencyCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}
