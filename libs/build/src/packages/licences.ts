/** The part of npm's lock file (version 3) that names licences. */
export interface LicensedLock {
  packages: Readonly<Record<string, { version?: string; license?: string; link?: boolean }>>;
}

/** SPDX identifiers that any dependency may have: they permit use in a service whose sources stay closed. */
const allowedLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // By file: it binds only who changes the files of the package itself.
  'MPL-2.0',
  // Fonts: they may be served, not sold by themselves.
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
];

/** Licences of packages whose lock entry names none, as their own files state them, for exactly this version. */
export const licencesReadFromFiles: Readonly<Record<string, string>> = {
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'png-js@2.0.0': 'MIT',
};

/**
 * Whether an SPDX expression of identifiers, `AND`, `OR` and parentheses around the whole is satisfied by allowed
 * licences. Any other expression is not, so that a person reads it.
 */
export function isLicenceAllowed(expression: string): boolean {
  const whole = expression.replace(/^\(([^()]*)\)$/, '$1');
  return whole.split(' OR ').some((choice) => choice.split(' AND ').every((id) => allowedLicences.includes(id)));
}

/** A line for each locked dependency whose licence is unknown or not allowed. */
export function findLicenceProblems({ packages }: LicensedLock): string[] {
  const problems = Object.entries(packages).flatMap(([path, { version = '', license, link = false }]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || link) return [];
    const expression = license ?? licencesReadFromFiles[`${name}@${version}`];
    if (expression === undefined) return [`${name}@${version} names no licence`];
    return isLicenceAllowed(expression) ? [] : [`${name}@${version} is under ${expression}`];
  });
  return [...new Set(problems)].sort();
}
