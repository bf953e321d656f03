/** The `tel:` URL of a number as a register writes it: `0113 245 0000 (option 2)`. */
export const telephoneHref = (written: string): string => {
  const digits = written.replace(/\(0\)/, '').replace(/[a-z(].*$/i, '');
  return `tel:${digits.replace(/[^\d+]/g, '')}`;
};
