const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that no XML document may hold, not even escaped. */
const forbidden = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu;

/** Text as it stands in XML, in an element or an attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character);
