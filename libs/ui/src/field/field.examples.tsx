import { Field, Select, TextField } from './field.tsx';

export const examples = {
  'Text field': <TextField label="Full name" name="fullName" autoComplete="name" />,
  'With hint': <TextField label="Postcode" hint="Like SW1A 1AA" name="postcode" />,
  'With error': (
    <TextField label="E-mail" error="Please enter a valid email address" name="email" defaultValue="driver@" />
  ),
  'Another control': (
    <Field label="Kind of request">
      {(control) => (
        <Select {...control}>
          <option>General Enquiry</option>
        </Select>
      )}
    </Field>
  ),
};
