const wordBytes = 45;

/** Characters that must never appear in a header: line breaks, other control characters and bidi controls. */
const unfit = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Printable ASCII that cannot be mistaken for an encoded word (RFC 2047). */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');

/** The text as encoded words of whole characters; mail readers drop the spaces between them. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join(' ');
}

const fit = (text: string): string => text.replace(unfit, ' ').trim();

/**
 * A line of text as a header value. Text that looks like an encoded word is itself encoded, so that it is shown as
 * typed.
 */
export function mailHeaderText(text: string): string {
  const line = fit(text);
  return isPlain(line) ? line : encodedWords(line);
}

/** An address with its display name, as a header value. */
export function mailHeaderMailbox({ name, address }: { name: string; address: string }): string {
  const shown = fit(name);
  const phrase = /^[\w ]*$/.test(shown) ? shown : encodedWords(shown);
  // Addresses are already validated; characters that could end this one or start another are removed anyway.
  return `${phrase} <${address.replace(/[^\x21-\x7e]|[<>,;"]/g, '')}>`.trimStart();
}
