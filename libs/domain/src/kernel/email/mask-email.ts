/**
 * A masked address that its owner recognises and others cannot infer: `d•••••@example.com`. The number of dots is
 * fixed.
 */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1•••••');
}
