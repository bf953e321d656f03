/*
 * Sources of regular expressions, alike in JavaScript and PostgreSQL. Both names are also the names of folders and parts
 * of URLs, so neither begins with a dot or a hyphen, or has a separator. The schemas of contracts refuse at least as much.
 */

/** The shell, or a remote. */
export const releaseNamePattern = '(?:shell|mfe-[a-z][a-z0-9-]{1,40})';

export const releaseVersionPattern = '[A-Za-z0-9][A-Za-z0-9._-]{0,63}';
