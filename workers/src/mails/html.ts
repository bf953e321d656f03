const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of HTML that is safe to put into another. */
export interface Html {
  readonly html: string;
}

type Value = string | Html | readonly Html[];

const toHtml = (value: Value): string => {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
};

/** Builds HTML; every value that is not itself built by this is escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  html: parts.reduce((text, part, index) => text + toHtml(values[index - 1] ?? '') + part),
});
