import { Checkbox } from './checkbox.tsx';

const ignore = () => undefined;

export const examples = {
  Empty: <Checkbox id="empty" label="I agree to the terms" checked={false} onChange={ignore} />,
  Ticked: <Checkbox id="ticked" label="I agree to the terms" checked onChange={ignore} />,
  'With error': (
    <Checkbox
      id="wrong"
      label="I agree to the terms"
      checked={false}
      onChange={ignore}
      error="Tick the box to agree to the terms"
    />
  ),
};
