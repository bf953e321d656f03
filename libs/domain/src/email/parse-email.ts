export type ParsedEmail =
  | { ok: true; email: string }
  /** `local-not-ascii`: letters before the @ that most mail servers do not take. */
  | { ok: false; reason: 'blank' | 'not-an-address' | 'too-long' | 'local-not-ascii' };

/** Longest address that mail carries, in characters (RFC 5321, 4.5.3.1.3, less its angle brackets). */
export const longestEmail = 254;
const longestLocalPart = 64;

/** The HTML standard's local part: what `<input type="email">` takes, quoted strings and comments left out. */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Two labels at least, and the last no number: nobody is reached at `driver@gmail`. */
const domainName = new RegExp(`^(?:${label}\\.)+(?![0-9]+$)${label}$`);
/** What would make a URL mean something else than a host. */
const noHost = /[\p{Cc}\s"#%/:<>?@[\\\]^`{|}]/u;

/**
 * Reads an e-mail address as somebody typed it: the HTML standard's rule with the lengths of the mail standard. Answers
 * it in lower case, an international domain in the ASCII form that mail servers know. Never throws.
 */
export function parseEmail(typed: string): ParsedEmail {
  const text = typed.trim();
  if (text === '') return { ok: false, reason: 'blank' };
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at)).toLowerCase();
  const domain = domainToAscii(text.slice(at + 1));
  if (at < 1 || domain === null || !domainName.test(domain)) return { ok: false, reason: 'not-an-address' };
  if (!localPart.test(local)) {
    const onlyForeign = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(local);
    return { ok: false, reason: onlyForeign ? 'local-not-ascii' : 'not-an-address' };
  }
  const email = `${local}@${domain}`;
  if (local.length > longestLocalPart || email.length > longestEmail) return { ok: false, reason: 'too-long' };
  return { ok: true, email };
}

/** The domain as mail servers know it; null for what is none. */
function domainToAscii(domain: string): string | null {
  // Printable ASCII needs no conversion, and a URL would read `1.2` as an address of a network.
  if (/^[!-~]+$/.test(domain)) return domain.toLowerCase();
  if (noHost.test(domain) || !URL.canParse(`https://${domain}`)) return null;
  return new URL(`https://${domain}`).hostname;
}
