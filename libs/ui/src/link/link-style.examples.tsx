import { TextLink } from './link-style.tsx';

export const examples = {
  'In text': (
    <p>
      See <TextLink href="/buying-advice">Buying Advice</TextLink>.
    </p>
  ),
};
