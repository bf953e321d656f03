const googleDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address (as `parseEmail` returns it) leads to, written in one way: of Gmail, which documents that it
 * ignores dots and what follows a plus, without them and at `gmail.com`. Other providers decide for themselves what these
 * mean; their addresses are returned as they are, so that no two people are taken for one.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  if (!googleDomains.has(email.slice(at + 1))) return email;
  const [local = ''] = email.slice(0, at).split('+');
  const name = local.replaceAll('.', '');
  return name === '' ? email : `${name}@gmail.com`;
}
