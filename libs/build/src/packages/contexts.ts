import { posix } from 'node:path';

/** The business contexts, with the same names in every package. Each may import itself and those before it. */
export const businessContexts = [
  'kernel',
  'jobs',
  'messaging',
  'identity',
  'releases',
  'vehicle',
  'membership',
  'full-check',
  'verdict',
  'report',
  'monitoring',
  'privacy',
  'operations',
] as const;

export type BusinessContext = (typeof businessContexts)[number];

/** The purpose of each context, as in `docs/architecture.md`. */
export const contextPurposes: Record<BusinessContext, string> = {
  kernel: 'time, money, text, the database, HTTP: what every context builds on',
  jobs: 'the outbox, queues, limits and schedules',
  messaging: 'sending e-mails and texts, the newsletter and the contact form',
  identity: 'accounts, sessions, staff and their second factors',
  releases: 'the registry, channels, canaries and the pages that are served',
  vehicle: 'registers, the vehicle record and its sourced values',
  membership: 'sign-up, payments, subscription, cancellation, refunds',
  'full-check': 'the paid check and its findings',
  verdict: 'the decision: PASSED, WARNING, FAILED, and why',
  report: 'the saved report, its PDF, shares, checklist and story',
  monitoring: 'reminders and alerts for a member’s car',
  privacy: 'retention, exports, account deletion',
  operations: 'the staff area, statistics, error logs, restoring',
};

/** The folder with the contexts of each package, by package name. */
export const businessContextFolders: Record<string, string> = {
  '@ve/domain': 'libs/domain/src',
  '@ve/data': 'libs/data/src',
  '@ve/app': 'libs/app/src',
  '@ve/contracts': 'libs/contracts/src',
  '@ve/bff': 'bff/src',
  '@ve/workers': 'workers/src',
};

/** The BFF's infrastructure keeps the folder names that are usual with Nest. */
const kernelFolders = ['bff/src/http', 'bff/src/docs', 'bff/src/health', 'bff/src/platform'];

/** Files that compose contexts, and therefore import several. */
const composition = [
  /\.module\.ts$/,
  /\/(mail-builders|text-builders|mail-examples|mail-preview-pages|start-imports|maintenance)\.tsx?$/,
  /\/(cli|seed|migrations)\//,
];

const isTest = (file: string): boolean => /\.(test|examples|fixture)\.tsx?$|\/testing\//.test(file);

/** The context of a file, by its path from the root; null where it has none, such as a package's main. */
export function businessContextOf(file: string): BusinessContext | null {
  const found = Object.values(businessContextFolders).find((folder) => file.startsWith(`${folder}/`));
  if (found === undefined) return null;
  if (kernelFolders.some((folder) => file.startsWith(`${folder}/`))) return 'kernel';
  const [name] = file
    .slice(found.length + 1)
    .replace(/^http\//, '')
    .split('/');
  return businessContexts.find((context) => context === name) ?? null;
}

/** The file, without its extension, to which `specifier` resolves in `file`; null for a package without contexts. */
function importedFile(file: string, specifier: string): string | null {
  const withoutExtension = (path: string): string => path.replace(/\.tsx?$/, '');
  if (specifier.startsWith('.')) return withoutExtension(posix.join(posix.dirname(file), specifier));
  const [scope, name, ...rest] = specifier.split('/');
  const folder = businessContextFolders[`${scope}/${name}`];
  return folder === undefined ? null : `${folder}/${withoutExtension(rest.join('/'))}`;
}

/** Why `file` may not import `specifier`; null when it may. */
export function findImportRefusal(file: string, specifier: string): string | null {
  if (isTest(file) || composition.some((pattern) => pattern.test(file))) return null;
  const imported = importedFile(file, specifier);
  const from = businessContextOf(file);
  const to = imported === null ? null : businessContextOf(imported);
  if (imported === null || from === null || to === null) return null;
  if (businessContexts.indexOf(to) <= businessContexts.indexOf(from)) return null;
  return `${from} may not import ${to}: see the table of contexts in libs/build/src/packages/contexts.ts.`;
}
