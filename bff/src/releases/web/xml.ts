const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML cannot contain, not even escaped. */
const forbidden = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu;

/** Escapes text for XML, in an element or an attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character);
