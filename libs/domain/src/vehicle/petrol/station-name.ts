/** Without these a name says the same. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9 ]/g, '');

/** Stays as it is: a road, and what is said letter by letter. */
const capitals = /^(?:[AM][0-9]+|UK|EG|[B-DF-HJ-NP-TV-Z]{2,4})$/;

const small = new Set(['AND', 'AT', 'BY', 'IN', 'OF', 'ON', 'THE']);

const capitaliseWord = (word: string): string => {
  if (capitals.test(word)) return word;
  // `Hartley’s`, and `O’Brien`.
  return word.toLowerCase().replace(/(^|[-(/&.])\p{L}|['’]\p{L}(?=\p{L})/gu, (start) => start.toUpperCase());
};

/** Words that are shouted in proper case; what is written in both cases is as its station writes it. */
const proper = (text: string): string =>
  /\p{Ll}/u.test(text)
    ? text
    : text
        .split(' ')
        .map((word, index) => (index > 0 && small.has(word) ? word.toLowerCase() : capitaliseWord(word)))
        .join(' ');

/**
 * What a station is called, once: its name in proper case, with the brand before it where the name leaves that out. Fuel
 * Finder has both as the retailer wrote them, often in capitals and the one within the other.
 */
export function stationName({ name, brand }: { name: string; brand: string | null }): string {
  const said = proper(name.trim());
  const of = brand === null ? '' : proper(brand.trim());
  if (plain(of).trim() === '') return said;
  const words = plain(said).split(' ');
  const brandWords = plain(of).split(' ');
  const at = words.findIndex((_, index) => brandWords.every((word, offset) => words[index + offset] === word));
  if (at === -1) return `${of} ${said}`;
  // As the brand writes itself.
  return [...said.split(' ').slice(0, at), of, ...said.split(' ').slice(at + brandWords.length)].join(' ');
}
