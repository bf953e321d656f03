import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ShellFrame } from '../frame/frame.tsx';
import { ShellAppProviders } from './app.tsx';
import { messages } from './messages.en-gb.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import type { RemoteHost } from './remote-host.ts';

/** Hidden without JavaScript, where the skeleton would never be replaced. */
const WithScript = styled.div`
  @media (scripting: none) {
    display: none;
  }
`;

const labels = messages.needsScript;

function WithoutScript() {
  return (
    <noscript>
      <Page>
        <Stack $gap={16}>
          <Heading level={1}>{messages.title}</Heading>
          <Text>
            {labels.before} <TextLink href="/">{labels.home}</TextLink>
            {labels.after}
          </Text>
        </Stack>
      </Page>
    </noscript>
  );
}

interface SiteSkeletonProps {
  host: RemoteHost;
  /** As in `Frame`. */
  titled: boolean;
  /** The page itself as it looks while it loads; by default a skeleton of any page. */
  children?: ReactNode;
}

/**
 * The placeholder of a page that is not prerendered, until the browser renders the page: the page's own frame around a
 * skeleton, or around a notice where scripts are disabled.
 */
export function SiteSkeleton({ host, titled, children = <PageSkeleton /> }: SiteSkeletonProps) {
  return (
    <ShellAppProviders host={host}>
      <ShellFrame titled={titled}>
        <WithoutScript />
        <WithScript data-ve-loading>{children}</WithScript>
      </ShellFrame>
    </ShellAppProviders>
  );
}
