import { render, toPlainText } from '@react-email/render';
import type { Letter } from './letter.ts';

/** Renders both bodies of a mail from one tree. */
export const renderLetter = async ({ document }: Letter): Promise<{ text: string; html: string }> => {
  const html = await render(document);
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { text, html };
};
