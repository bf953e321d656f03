import { PageTitle } from '@ve/mfe-kit/page-title';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Icon } from '@ve/ui/icon/icon';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { colour } from '@ve/ui/theme/theme';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Mark = styled.span`
  color: ${colour('warn')};
`;

export interface AreaUnavailableProps {
  onRetry: () => void;
  retrying?: boolean;
}

/** The fallback for an area of the site that could not be loaded, with a retry. */
export function AreaUnavailable({ onRetry, retrying = false }: AreaUnavailableProps) {
  return (
    <Page width="step">
      <PageTitle title={messages.areaDown.title} />
      <Card role="alert">
        <Stack $gap={12} $align="start">
          <Mark>
            <Icon glyph={CircleAlert} size={28} />
          </Mark>
          <Heading level={1} size="l">
            {messages.areaDown.title}
          </Heading>
          <Text>{messages.areaDown.body}</Text>
          <Button onClick={onRetry} busy={retrying} busyLabel={messages.areaDown.busy}>
            {messages.areaDown.action}
          </Button>
        </Stack>
      </Card>
    </Page>
  );
}
