import { ukTelephone } from './uk-telephone.ts';

/** Whom to ring, on which number as far as it is known. */
export function phoneAdvice(who: string, phone: string | null): string {
  const number = ukTelephone(phone);
  return number?.href == null ? who : `${who} on ${number.text}`;
}
