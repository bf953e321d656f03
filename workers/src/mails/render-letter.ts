import { render } from '@react-email/render';
import type { Letter } from './letter.ts';

/** The two bodies of a mail, of one tree. */
export const renderLetter = async ({ document }: Letter): Promise<{ text: string; html: string }> => ({
  html: await render(document),
  text: await render(document, {
    plainText: true,
    htmlToTextOptions: {
      selectors: [{ selector: 'h1', options: { uppercase: false } }],
    },
  }),
});
