import { Card } from '../card/card.tsx';
import { PageBand, ContentColumn, Grid, Page, Row, Section, Stack } from './layout.tsx';

export const examples = {
  'A page of sections': (
    <Page>
      <Section title="Tax and MOT" lead="What the agencies say today.">
        <Grid>
          <Card>Tax</Card>
          <Card>MOT</Card>
        </Grid>
      </Section>
      <Section title="Vehicle" level={2}>
        <Stack $gap={8}>
          <span>Make</span>
          <span>Colour</span>
        </Stack>
      </Section>
    </Page>
  ),
  'A full-width band': (
    <PageBand title="How it works" tone="sunken">
      <Row $justify="between">
        <span>First</span>
        <span>Last</span>
      </Row>
    </PageBand>
  ),
  'Only the column': <ContentColumn>1120 px at most</ContentColumn>,
};
