/** A piece of text: plain, strong, or a link to one of our pages or another site. */
export type InlinePart =
  string | { strong: string } | { words: string; to: `/${string}` } | { words: string; href: string };

export type InlineText = string | readonly InlinePart[];

export type ContentBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: InlineText }
  | { kind: 'list'; items: readonly InlineText[]; ordered?: boolean }
  | { kind: 'note'; title: string; text: InlineText }
  | { kind: 'table'; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] };

export const headingBlock = (text: string): ContentBlock => ({ kind: 'heading', text });
export const textBlock = (...inline: InlinePart[]): ContentBlock => ({ kind: 'text', text: inline });
export const listBlock = (...items: InlineText[]): ContentBlock => ({ kind: 'list', items });
export const stepsBlock = (...items: InlineText[]): ContentBlock => ({ kind: 'list', items, ordered: true });
export const noteBlock = (title: string, ...inline: InlinePart[]): ContentBlock => ({
  kind: 'note',
  title,
  text: inline,
});
export const tableBlock = (caption: string, head: readonly string[], ...rows: (readonly string[])[]): ContentBlock => ({
  kind: 'table',
  caption,
  head,
  rows,
});

const plain = (words: InlineText): string =>
  typeof words === 'string'
    ? words
    : words.map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.words)).join('');

export function plainTextOfBlock(block: ContentBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.text;
    case 'text':
      return plain(block.text);
    case 'list':
      return block.items.map(plain).join(' ');
    case 'note':
      return `${block.title} ${plain(block.text)}`;
    case 'table':
      return [block.caption, ...block.head, ...block.rows.flat()].join(' ');
  }
}
