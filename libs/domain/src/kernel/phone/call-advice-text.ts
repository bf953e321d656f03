import { toDialableTelephone } from './to-dialable-telephone.ts';

/** Advice to call an organisation, with its number if known. */
export function callAdviceText(who: string, phone: string | null): string {
  const number = toDialableTelephone(phone);
  return number?.href == null ? who : `${who} on ${number.text}`;
}
