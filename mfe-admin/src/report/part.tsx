import { Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Box = styled.section`
  & + & {
    margin-top: ${space[32]};
  }
`;

export function StaffReportSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <Stack $gap={12}>
        <Heading level={2} size="m" id={id}>
          {title}
        </Heading>
        {children}
      </Stack>
    </Box>
  );
}
