import { type Telephone, ukTelephone } from '@ve/domain/kernel/phone/uk-telephone';

/** Digits as a UK number is written in a sentence; `101` only where the sentence says to ring on it. */
const written = /(?<![\p{L}\d])(?:\+44|\(?0)[\d ()–-]{7,18}\d(?!\d)|(?<=\bring [^.]{1,80} on )101(?!\d)/gu;

/** A sentence in its parts: text, and the UK numbers in it that can be rung. Joined they are the sentence. */
export function telephonesIn(sentence: string): (string | Telephone)[] {
  const parts: (string | Telephone)[] = [];
  let from = 0;
  for (const { 0: text, index } of sentence.matchAll(written)) {
    const phone = ukTelephone(text);
    if (phone?.href == null) continue;
    parts.push(sentence.slice(from, index), { text, href: phone.href });
    from = index + text.length;
  }
  return [...parts, sentence.slice(from)].filter((part) => part !== '');
}
