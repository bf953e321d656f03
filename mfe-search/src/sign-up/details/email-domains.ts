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

/** More would have to scroll. */
const most = 6;

/** Addresses that complete the one being typed, from its @ on; none when it is complete already. */
export function suggestedEmails(typed: string): string[] {
  const at = typed.indexOf('@');
  if (at < 1 || /\s/.test(typed.trim())) return [];
  const local = typed.slice(0, at).trimStart();
  const begun = typed.slice(at + 1).toLowerCase();
  const fitting = emailDomains.filter((domain) => domain.startsWith(begun));
  return fitting.some((domain) => domain === begun) ? [] : fitting.slice(0, most).map((domain) => `${local}@${domain}`);
}
