/**
 * An address by which its owner recognises it and others do not learn it: `d•••••@example.com`, with the same number of
 * dots whatever its length.
 */
export function emailHint(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1•••••');
}
