import type { ShareImage } from '@ve/mfe-kit/page-head';
import type { ArticleId } from '@ve/domain/messaging/articles';
import { illustrationAltTexts } from './illustrations/labels.ts';
import picture1 from './og/1.png';
import picture3 from './og/3.png';
import picture4 from './og/4.png';
import picture5 from './og/5.png';
import picture6 from './og/6.png';

/** Each article's illustration as an image of 1200 by 630 pixels, drawn by `tools/share-images.mjs`. */
export const articleShareImages: Record<ArticleId, ShareImage> = {
  1: { address: picture1, alt: illustrationAltTexts[1] },
  3: { address: picture3, alt: illustrationAltTexts[3] },
  4: { address: picture4, alt: illustrationAltTexts[4] },
  5: { address: picture5, alt: illustrationAltTexts[5] },
  6: { address: picture6, alt: illustrationAltTexts[6] },
};
