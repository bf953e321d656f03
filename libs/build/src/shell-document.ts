/**
 * Returns the shell's document after checking that it has each placeholder that the server fills exactly once.
 *
 * @throws Error otherwise
 */
export function requireShellDocumentPlaceholders(template: string): string {
  for (const needed of ['<!--ve-head-->', '<!--ve-assets-->', '<!--ve-root-->', '<!--ve-body-->']) {
    if (template.split(needed).length !== 2) throw new Error(`The shell's document needs ${needed} exactly once`);
  }
  return template;
}
