export type ParsedEmail =
  | { ok: true; email: string }
  /** `local-not-ascii`: characters before the @ that most mail servers do not accept. */
  | { ok: false; reason: 'blank' | 'not-an-address' | 'too-long' | 'local-not-ascii' };

/** Longest valid address, in characters (RFC 5321, 4.5.3.1.3, less its angle brackets). */
export const maxEmailLength = 254;
const maxLocalPartLength = 64;

/**
 * The HTML standard's local part, without quoted strings and comments; a dot only between other characters (RFC 5321,
 * dot-string), because mail servers refuse the others.
 */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels, and the last not a number: mail to `driver@gmail` cannot be delivered. */
const domainName = new RegExp(`^(?:${label}\\.)+(?![0-9]+$)${label}$`);
/** Characters that would change how a URL parses the host. */
const notInHost = /[\p{Cc}\s"#%/:<>?@[\\\]^`{|}]/u;

/**
 * Parses an e-mail address as typed: the HTML standard's rule with the dots and length limits of RFC 5321. Returns it
 * in lower case, an international domain in its ASCII (punycode) form. Never throws.
 */
export function parseEmail(typed: string): ParsedEmail {
  const text = typed.trim();
  if (text === '') return { ok: false, reason: 'blank' };
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at)).toLowerCase();
  const domain = domainToAscii(text.slice(at + 1));
  if (at < 1 || domain === null || !domainName.test(domain)) return { ok: false, reason: 'not-an-address' };
  if (!localPart.test(local)) {
    const onlyNonAscii =
      /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(local) && !/^[!-~]+$/.test(local) && !/^\.|\.\.|\.$/.test(local);
    return { ok: false, reason: onlyNonAscii ? 'local-not-ascii' : 'not-an-address' };
  }
  const email = `${local}@${domain}`;
  if (local.length > maxLocalPartLength || email.length > maxEmailLength) return { ok: false, reason: 'too-long' };
  return { ok: true, email };
}

/** The domain in ASCII form; null if it is not a valid domain. */
function domainToAscii(domain: string): string | null {
  // Printable ASCII needs no conversion, and a URL would parse `1.2` as an IP address.
  if (/^[!-~]+$/.test(domain)) return domain.toLowerCase();
  if (notInHost.test(domain) || !URL.canParse(`https://${domain}`)) return null;
  return new URL(`https://${domain}`).hostname;
}
