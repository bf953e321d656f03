import { type DialableTelephone, toDialableTelephone } from '@ve/domain/kernel/phone/to-dialable-telephone';

/** Matches UK numbers as written in a sentence; `101` only after "ring … on". */
const written = /(?<![\p{L}\d])(?:\+44|\(?0)[\d ()–-]{7,18}\d(?!\d)|(?<=\bring [^.]{1,80} on )101(?!\d)/gu;

/** Splits a sentence into text and the UK numbers in it. The joined parts are the sentence. */
export function splitTelephoneNumbers(sentence: string): (string | DialableTelephone)[] {
  const parts: (string | DialableTelephone)[] = [];
  let from = 0;
  for (const { 0: text, index } of sentence.matchAll(written)) {
    const phone = toDialableTelephone(text);
    if (phone?.href == null) continue;
    parts.push(sentence.slice(from, index), { text, href: phone.href });
    from = index + text.length;
  }
  return [...parts, sentence.slice(from)].filter((part) => part !== '');
}
