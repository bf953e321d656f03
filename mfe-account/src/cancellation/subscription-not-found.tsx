import { Link } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const labels = messages.notFound;

const Reasons = styled.div`
  ul {
    display: grid;
    gap: ${space[4]};
    padding-left: ${space[24]};
    list-style: disc;
  }
`;

export const SearchDifferentEmailButton = ({ onSearchAgain }: { onSearchAgain: () => void }) => (
  <Row>
    <Button variant="secondary" onClick={onSearchAgain}>
      {labels.different}
    </Button>
  </Row>
);

interface NotFoundProps {
  /** True while a code may have been sent: the text is then for visitors who get none. */
  waiting?: boolean;
  onSearchAgain: () => void;
}

/** 'No Subscription Found', with the possible reasons. */
export const SubscriptionNotFound = ({ waiting = false, onSearchAgain }: NotFoundProps) => (
  <Stack $gap={16}>
    <Heading level={2} size={waiting ? 's' : 'm'}>
      {labels.title}
    </Heading>
    <Text>{waiting ? labels.noCode : labels.text}</Text>
    <Reasons>
      <ul>
        {[...labels.reasons, ...(waiting ? [labels.spam] : [])].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Reasons>
    <Text>
      {labels.stuck}{' '}
      <TextLink as={Link} to="/contact?type=general">
        {labels.contact}
      </TextLink>
    </Text>
    <SearchDifferentEmailButton onSearchAgain={onSearchAgain} />
  </Stack>
);
