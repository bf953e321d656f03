const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export interface EscapedHtml {
  readonly html: string;
}

type Value = string | number | EscapedHtml | readonly EscapedHtml[];

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const toHtml = (value: Value): string => {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
};

/** Builds HTML; every value not built by this function is escaped. */
export const htmlTemplate = (parts: TemplateStringsArray, ...values: readonly Value[]): EscapedHtml => ({
  html: parts.reduce((text, part, index) => text + toHtml(values[index - 1] ?? '') + part),
});
