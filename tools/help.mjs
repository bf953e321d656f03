/**
 * Prints the usage and ends the process with code 0 if `--help` or `-h` is among its arguments.
 * @param {string} usage
 */
export function exitWithHelp(usage) {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  process.stdout.write(`${usage.trimEnd()}\n`);
  process.exit(0);
}
