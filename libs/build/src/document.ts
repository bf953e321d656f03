import type { Release } from './repository.ts';

/**
 * The shell's document with its scripts filled in. The server fills the other placeholders: what differs from page to
 * page, and the font preloads.
 */
export function fillDocument(template: string, publicPath: string, release: Omit<Release, 'version'>): string {
  const placeholder = '<!--ve-assets-->';
  for (const needed of [placeholder, '<!--ve-head-->', '<!--ve-root-->', '<!--ve-body-->']) {
    if (template.split(needed).length !== 2) throw new Error(`The shell's document needs ${needed} exactly once`);
  }
  const lines = [
    ...release.preload.map((script) => `<link rel="preload" as="script" href="${publicPath}${script}">`),
    `<script defer src="${publicPath}${release.entry}"></script>`,
  ];
  return template.replace(placeholder, lines.join('\n    '));
}
