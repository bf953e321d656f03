import { join } from 'node:path';
import type { WorkspacePackage } from './workspace-packages.ts';

/** The part of an ESLint flat configuration that this file generates. */
export interface ImportLintBlock {
  files: string[];
  ignores?: string[];
  rules: Record<string, unknown>;
}

interface PackageRule {
  packages: string[];
  allowedIn: (folder: string) => boolean;
  typesAllowed: boolean;
  message: string;
}

/** Packages that only one workspace package may import. */
const packageRules: PackageRule[] = [
  {
    // Nest registers queues with a class that server-kit provides.
    packages: ['bullmq', '!@nestjs/bullmq'],
    allowedIn: (folder) => folder === 'libs/server-kit' || folder === 'bench',
    typesAllowed: false,
    message: 'Only libs/server-kit/src/queue knows BullMQ.',
  },
  {
    packages: ['@mikro-orm/*'],
    allowedIn: (folder) => folder === 'libs/data',
    typesAllowed: true,
    message: 'Only libs/data knows MikroORM; elsewhere the EntityManager is a type.',
  },
];

/**
 * Import rules for each workspace package, generated from the folders: packages, features and dependencies with one
 * owner.
 */
export function importLintBlocks(root: string, workspacePackages: WorkspacePackage[]): ImportLintBlock[] {
  return workspacePackages.map((workspacePackage) => {
    const own = workspacePackages
      .filter((other) => !workspacePackage.allowed.includes(other.packageName))
      .map((other) => other.packageName);
    const patterns: Record<string, unknown>[] = [
      {
        group: own.flatMap((name) => [name, `${name}/**`]),
        message: `${workspacePackage.packageName} may import ${workspacePackage.allowed.length > 0 ? workspacePackage.allowed.join(', ') : 'no other room'}.`,
      },
      ...packageRules
        .filter((rule) => !rule.allowedIn(workspacePackage.folder))
        .map((rule) => ({
          group: rule.packages,
          message: rule.message,
          allowTypeImports: rule.typesAllowed,
        })),
    ];
    if (workspacePackage.folder === 'libs/domain') {
      patterns.push({ regex: '^(?!\\.{1,2}/)', message: 'libs/domain imports nothing, not even npm.' });
    }
    const source = join(root, workspacePackage.folder, 'src');
    const zones = workspacePackage.features.map((feature) => ({
      target: join(source, feature),
      from: workspacePackage.features.filter((other) => other !== feature).map((other) => join(source, other)),
      message: 'A feature imports no sibling feature: share through a job, a contract or a file of the package.',
    }));
    return {
      files: [`${workspacePackage.folder}/**/*.{ts,tsx}`],
      // Tests of the domain, and their helpers, use jest and fast-check.
      ...(workspacePackage.folder === 'libs/domain' ? { ignores: ['**/*.test.ts', '**/testing/**'] } : {}),
      rules: {
        '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
        ...(zones.length > 1 ? { 'import-x/no-restricted-paths': ['error', { basePath: root, zones }] } : {}),
      },
    };
  });
}
