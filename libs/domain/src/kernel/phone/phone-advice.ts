import { ukTelephone } from './uk-telephone.ts';

/** Advice to call an organisation, with its number if known. */
export function phoneAdvice(who: string, phone: string | null): string {
  const number = ukTelephone(phone);
  return number?.href == null ? who : `${who} on ${number.text}`;
}
