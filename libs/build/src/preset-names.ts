/** Stands for the release's version in the files until that version, a hash of the files, is known. Same length. */
export const versionPlaceholder = 'veversion000';

/** Key of the global symbol under which a remote that is rendered in Node finds what it shares with the shell. */
export const sharedInNode = 've.shared';

/** The global that a remote's entry script sets. */
export const globalName = (remote: string): string => remote.replaceAll('-', '_');
