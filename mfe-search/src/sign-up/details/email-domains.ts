/** Domains of common mail providers in the UK, the most common first. */
export const emailDomains = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'live.co.uk',
  'btinternet.com',
  'sky.com',
  'aol.com',
  'virginmedia.com',
  'talktalk.net',
  'live.com',
  'msn.com',
  'me.com',
  'googlemail.com',
] as const;

/** As many as fit without scrolling. */
const maxSuggestions = 6;

/** Providers whose domains are one edit away from each other. */
const similarDomains: readonly string[] = ['mail.com', 'email.com', 'ymail.com'];

/** Names up to this length are too often one edit away from another name. */
const shortName = 3;

/** One letter added, removed or changed, or two letters swapped. */
function isOneEditFrom(meant: string, typed: string): boolean {
  let start = 0;
  while (start < meant.length && meant[start] === typed[start]) start += 1;
  let [end, typedEnd] = [meant.length, typed.length];
  while (end > start && typedEnd > start && meant[end - 1] === typed[typedEnd - 1]) {
    end -= 1;
    typedEnd -= 1;
  }
  const [left, right] = [meant.slice(start, end), typed.slice(start, typedEnd)];
  if (left.length <= 1 && right.length <= 1) return left !== right;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

function meantDomain(typed: string): string | undefined {
  if (emailDomains.some((domain) => domain === typed) || similarDomains.includes(typed)) return undefined;
  return emailDomains.find((domain) => {
    const name = domain.slice(0, domain.indexOf('.'));
    return isOneEditFrom(domain, typed) && (name.length > shortName || typed.startsWith(`${name}.`));
  });
}

/** The address with the common domain that is one edit away; null if there is none. */
export function suggestEmailCorrection(typed: string): string | null {
  const email = typed.trim();
  const at = email.lastIndexOf('@');
  const domain = meantDomain(email.slice(at + 1).toLowerCase());
  return at < 1 || domain === undefined ? null : `${email.slice(0, at)}@${domain}`;
}

/** Addresses that complete the one being typed, after its @; none when it is complete already. */
export function emailCompletions(typed: string): string[] {
  const at = typed.indexOf('@');
  if (at < 1 || /\s/.test(typed.trim())) return [];
  const local = typed.slice(0, at).trimStart();
  const begun = typed.slice(at + 1).toLowerCase();
  const fitting = emailDomains.filter((domain) => domain.startsWith(begun));
  return fitting.some((domain) => domain === begun)
    ? []
    : fitting.slice(0, maxSuggestions).map((domain) => `${local}@${domain}`);
}
