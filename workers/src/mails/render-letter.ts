import { render, toPlainText } from '@react-email/render';
import type { Letter } from './letter.ts';

/** The two bodies of a mail, of one tree. */
export const renderLetter = async ({ document }: Letter): Promise<{ text: string; html: string }> => {
  const html = await render(document);
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { text, html };
};
