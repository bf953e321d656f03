import type { Release } from './repository.ts';

/**
 * The shell's page with its own scripts named in it. What differs from page to page, and the preloads of fonts, are
 * left to the server's marks.
 */
export function fillDocument(template: string, publicPath: string, release: Omit<Release, 'version'>): string {
  const mark = '<!--ve-assets-->';
  for (const needed of [mark, '<!--ve-head-->', '<!--ve-root-->', '<!--ve-body-->']) {
    if (template.split(needed).length !== 2) throw new Error(`The shell's document needs ${needed} exactly once`);
  }
  const lines = [
    ...release.preload.map((script) => `<link rel="preload" as="script" href="${publicPath}${script}">`),
    `<script defer src="${publicPath}${release.entry}"></script>`,
  ];
  return template.replace(mark, lines.join('\n    '));
}
