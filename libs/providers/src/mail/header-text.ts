const wordBytes = 45;

/** What a header must never show: line breaks and other control marks, and marks that turn text round. */
const unfit = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Printable ASCII that no mail program takes for an encoded word (RFC 2047). */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');

/** As encoded words of whole characters; whoever reads them leaves out the blanks between. */
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

/** A line of text as a header's value. What looks like an encoded word is encoded itself, so that it is read as typed. */
export function headerText(text: string): string {
  const line = fit(text);
  return isPlain(line) ? line : encodedWords(line);
}

/** An address with the name it is shown under, as a header's value. */
export function headerMailbox({ name, address }: { name: string; address: string }): string {
  const shown = fit(name);
  const phrase = /^[\w ]*$/.test(shown) ? shown : encodedWords(shown);
  // Addresses come parsed; whatever else could end this one or begin another is left out all the same.
  return `${phrase} <${address.replace(/[^\x21-\x7e]|[<>,;"]/g, '')}>`.trimStart();
}
