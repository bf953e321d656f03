import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { type ReactNode, useId } from 'react';

/** A card of the first view, labelled by its heading. */
export function DashboardPanel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack $gap={16}>
        <Row $justify="between">
          <Heading level={2} size="m" id={id}>
            {title}
          </Heading>
          {aside}
        </Row>
        {children}
      </Stack>
    </Card>
  );
}
