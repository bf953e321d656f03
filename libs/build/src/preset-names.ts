/** Placeholder in the files for the version, which is a hash of the files; it has the same length. */
export const releaseVersionPlaceholder = 'veversion000';

/** Key of the global symbol by which the shell provides its shared modules to a remote that is rendered in Node. */
export const nodeSharedModulesKey = 've.shared';

/** The global variable that a remote's entry chunk sets. */
export const remoteGlobalName = (remote: string): string => remote.replaceAll('-', '_');
