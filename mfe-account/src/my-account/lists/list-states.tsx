import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { colour, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** Rows with a line between them. */
export const Rows = styled.ul.attrs({ className: 'rows', role: 'list' })`
  display: grid;
  margin: 0;
  border-top: 1px solid ${colour('line')};
  & > li {
    padding-block: ${space[12]};
    border-bottom: 1px solid ${colour('line')};
  }
`;

export const ListLoading = ({ label }: { label: string }) => (
  <Loading label={label}>
    <Stack $gap={12}>
      <Skeleton $height="2.75rem" />
      <Skeleton $height="2.75rem" />
    </Stack>
  </Loading>
);

interface ListFailedProps {
  words: { failedTitle: string; failedText: string; again: string; loading: string };
  busy: boolean;
  onAgain: () => void;
}

export const ListFailed = ({ words, busy, onAgain }: ListFailedProps) => (
  <Banner
    tone="warn"
    role="alert"
    title={words.failedTitle}
    actions={
      <Button variant="secondary" busy={busy} busyLabel={words.loading} onClick={onAgain}>
        {words.again}
      </Button>
    }
  >
    {words.failedText}
  </Banner>
);
