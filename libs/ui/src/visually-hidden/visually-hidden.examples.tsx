import { VisuallyHidden } from './visually-hidden.tsx';

export const examples = {
  'Text for screen readers only': (
    <span>
      MOT <VisuallyHidden>(annual safety test)</VisuallyHidden>
    </span>
  ),
};
