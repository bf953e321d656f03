const help = new Set(['--help', '-h']);

/**
 * Writes how a command is used, and has the process end: asked for by `--help` or `-h`, to standard output with exit code
 * 0; otherwise, for arguments that are not understood, to standard error with 2.
 */
export const exitWithUsage = (usage: string): void => {
  const isHelp = process.argv.slice(2).some((argument) => help.has(argument));
  (isHelp ? process.stdout : process.stderr).write(usage);
  process.exitCode = isHelp ? 0 : 2;
};
