const googleDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The canonical form of an address (as `parseEmail` returns it). Gmail documents that it ignores dots and everything
 * after a plus: both are removed, and the domain becomes `gmail.com`. Addresses of other providers are returned
 * unchanged, because they may treat such variants as different people.
 */
export function canonicalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (!googleDomains.has(email.slice(at + 1))) return email;
  const [local = ''] = email.slice(0, at).split('+');
  const name = local.replaceAll('.', '');
  return name === '' ? email : `${name}@gmail.com`;
}
