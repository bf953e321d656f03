import { TabularNumbers, Heading, LeadText, MutedText, Text } from './text.tsx';

export const examples = {
  'Title with lead': (
    <>
      <Heading level={1} size="display">
        Know the car before you pay for it
      </Heading>
      <LeadText>Enter a registration and read its tax, MOT and history.</LeadText>
    </>
  ),
  'Headings of each level': (
    <>
      <Heading level={2}>Is it legal to drive?</Heading>
      <Heading level={3}>MOT history</Heading>
      <Heading level={4}>Test of 3 March 2027</Heading>
    </>
  ),
  'Body text and small print': (
    <>
      <Text>
        The car was driven <TabularNumbers>41,250</TabularNumbers> miles.
      </Text>
      <MutedText>DVSA MOT history, as of 3 March 2027</MutedText>
    </>
  ),
};
