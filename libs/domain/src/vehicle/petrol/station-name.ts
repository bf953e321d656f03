/** Text in a form for comparing names, without punctuation. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9 ]/g, '');

/** Stays in capitals: a road number, and an abbreviation that is spelt out. */
const capitals = /^(?:[AM][0-9]+|UK|EG|[B-DF-HJ-NP-TV-Z]{2,4})$/;

const small = new Set(['AND', 'AT', 'BY', 'IN', 'OF', 'ON', 'THE']);

const capitaliseWord = (word: string): string => {
  if (capitals.test(word)) return word;
  // Capitalises after an apostrophe only inside a word: `Hartley’s`, but `O’Brien`.
  return word.toLowerCase().replace(/(^|[-(/&.])\p{L}|['’]\p{L}(?=\p{L})/gu, (start) => start.toUpperCase());
};

/** Converts words in capitals to title case; mixed case is kept as the station writes it. */
const proper = (text: string): string =>
  /\p{Ll}/u.test(text)
    ? text
    : text
        .split(' ')
        .map((word, index) => (index > 0 && small.has(word) ? word.toLowerCase() : capitaliseWord(word)))
        .join(' ');

/**
 * The display name of a station: its name in title case, preceded by the brand if the name does not contain it. Fuel
 * Finder has both as the retailer wrote them, often in capitals and one containing the other.
 */
export function fuelStationName({ name, brand }: { name: string; brand: string | null }): string {
  const properName = proper(name.trim());
  const of = brand === null ? '' : proper(brand.trim());
  if (plain(of).trim() === '') return properName;
  const nameWords = plain(properName).split(' ');
  const brandWords = plain(of).split(' ');
  const at = nameWords.findIndex((_, index) => brandWords.every((word, offset) => nameWords[index + offset] === word));
  if (at === -1) return `${of} ${properName}`;
  // The brand as its owner writes it.
  return [...properName.split(' ').slice(0, at), of, ...properName.split(' ').slice(at + brandWords.length)].join(' ');
}
