/** An error that its reader can act on: the launcher prints its message as one line, without a stack. */
export class LaunchError extends Error {
  /** @param {string} message in plain words, naming what to do */
  constructor(message) {
    super(message);
    this.name = 'LaunchError';
  }
}

/** @type {Record<string, string>} */
const causes = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'that disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/**
 * The text to print for any error: the message of a LaunchError, a plain message for known file-system errors, and the
 * stack of anything else, because that is a bug.
 * @param {unknown} error
 * @returns {string}
 */
export function formatLaunchError(error) {
  if (error instanceof LaunchError) return error.message;
  if (error instanceof Error) {
    const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
    const cause = code ? causes[code] : undefined;
    if (cause) return `Cannot write${path ? ` ${path}` : ''}: ${cause}.`;
    return error.stack ?? error.message;
  }
  return String(error);
}
