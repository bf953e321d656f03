import { VisuallyHidden } from './visually-hidden.tsx';

export const examples = {
  'Words only read aloud': (
    <span>
      MOT <VisuallyHidden>(annual safety test)</VisuallyHidden>
    </span>
  ),
};
