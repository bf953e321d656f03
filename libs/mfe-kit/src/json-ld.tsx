export type JsonLdData = Readonly<Record<string, unknown>>;

/** Structured data for search engines, in a data block, which browsers do not execute. */
export function JsonLd({ data }: { data: JsonLdData }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json">{text}</script>;
}
