/*
 * Sources of regular expressions that mean the same in JavaScript and PostgreSQL. Both names are also used as folder
 * names and in URLs, so neither begins with a dot or a hyphen, or has a separator. The schemas of contracts are at
 * least as strict.
 */

/** The name of the shell or of a remote. */
export const releaseNamePattern = '(?:shell|mfe-[a-z][a-z0-9-]{1,40})';

export const releaseVersionPattern = '[A-Za-z0-9][A-Za-z0-9._-]{0,63}';
