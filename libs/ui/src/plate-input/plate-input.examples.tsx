import { PlateInput } from './plate-input.tsx';

export const examples = {
  Empty: <PlateInput name="reg" />,
  Filled: <PlateInput name="reg" defaultValue="AB12 CDE" />,
  'With error': (
    <PlateInput
      name="reg"
      defaultValue="£££"
      error="Enter a registration number that is 2 to 7 letters and numbers, like AB12 CDE"
    />
  ),
};
