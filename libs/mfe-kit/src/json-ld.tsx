export type StructuredData = Readonly<Record<string, unknown>>;

/** Facts of a page for search engines. A data block: no browser runs it, whatever it holds. */
export function JsonLd({ data }: { data: StructuredData }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json">{text}</script>;
}
