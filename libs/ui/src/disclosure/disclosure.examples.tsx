import { Text } from '../text/text.tsx';
import { Disclosure } from './disclosure.tsx';

const answers = (heading: boolean) => (
  <>
    <Disclosure name="example" title="Is the first answer open?" heading={heading}>
      <Text>Only until the second one is opened.</Text>
    </Disclosure>
    <Disclosure name="example" title="And without JavaScript?" heading={heading}>
      <Text>The browser opens it by itself.</Text>
    </Disclosure>
  </>
);

export const examples = {
  'Within a page': answers(false),
  'Main content of a page': answers(true),
};
