/** Metadata of a prerendered page of type `article`. */
export interface ArticleFacts {
  title: string;
  description: string;
  published: string;
  section: string | null;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

/** Open Graph properties of a head as rendered by React. */
function propertiesOf(head: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [tag] of head.matchAll(/<meta [^>]*>/g)) {
    const property = / property="([^"]*)"/.exec(tag)?.[1];
    const content = / content="([^"]*)"/.exec(tag)?.[1];
    if (property !== undefined && content !== undefined) found.set(property, plain(content));
  }
  return found;
}

/** The article that a prerendered page's head describes; null for any other page, or one without title or date. */
export function readArticleFacts(head: string): ArticleFacts | null {
  const properties = propertiesOf(head);
  const title = properties.get('og:title');
  const published = properties.get('article:published_time')?.slice(0, 10);
  if (properties.get('og:type') !== 'article' || title === undefined || published === undefined) return null;
  return {
    title,
    description: properties.get('og:description') ?? '',
    published,
    section: properties.get('article:section') ?? null,
  };
}
