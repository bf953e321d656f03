import { PlateInput } from './plate-input.tsx';

export const examples = {
  Empty: <PlateInput name="reg" />,
  Filled: <PlateInput name="reg" defaultValue="AB12 CDE" />,
  'With error': (
    <PlateInput name="reg" defaultValue="£££" error="That is not a UK registration number. Check it and try again." />
  ),
};
