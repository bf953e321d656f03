import { useQuery } from '@tanstack/react-query';
import { type DataExportFile, readDataExportEndpoint } from '@ve/contracts/http/privacy/data-exports';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Section, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { RequireSignedIn } from '../platform/require-signed-in.tsx';
import { StoredValueList } from './stored-value.tsx';
import { messages } from './messages.en-gb.ts';

const labels = messages.file;

/** A copy may hold hundreds of reports: the browser lays out only those in view. */
const Entry = styled.li`
  padding-block: ${space[12]};
  content-visibility: auto;
  /* Not of the inline size, which would be wider than a phone. */
  contain-intrinsic-block-size: auto 30rem;
  ${media.print} {
    content-visibility: visible;
  }
`;

const Plain = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Screen = styled.div`
  ${media.print} {
    display: none;
  }
`;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const idOf = (table: string) => `held-${table.replaceAll('_', '-')}`;

function NotFound() {
  return (
    <Banner
      tone="warn"
      title={labels.goneTitle}
      actions={
        <ButtonLink as={Link} to="/your-data" $variant="secondary">
          {labels.back}
        </ButtonLink>
      }
    >
      {labels.goneText}
    </Banner>
  );
}

function File({ file }: { file: DataExportFile }) {
  const present = file.sections.filter(({ rows }) => rows.length > 0);
  const absent = file.sections.filter(({ rows, withheld }) => rows.length === 0 && !withheld);
  const withheld = file.sections.filter((section) => section.withheld && section.rows.length === 0);
  return (
    <Stack $gap={48}>
      <Stack $gap={16}>
        <Text>{labels.madeAt(file.madeAt)}</Text>
        {file.notes.map((note) => (
          <MutedText key={note}>{note}</MutedText>
        ))}
        <Screen>
          <Row>
            <Button variant="secondary" onClick={() => window.print()}>
              {labels.print}
            </Button>
            <ButtonLink as={Link} to="/your-data" $variant="secondary">
              {labels.back}
            </ButtonLink>
          </Row>
        </Screen>
      </Stack>
      <nav aria-labelledby="held-contents">
        <Stack $gap={12}>
          <Heading level={2} size="m" id="held-contents">
            {labels.contents}
          </Heading>
          <Plain>
            {present.map(({ table, title, rows }) => (
              <li key={table}>
                <TextLink href={`#${idOf(table)}`}>{title}</TextLink>{' '}
                <MutedText as="span">{labels.entries(rows.length)}</MutedText>
              </li>
            ))}
          </Plain>
        </Stack>
      </nav>
      <div>
        {present.map(({ table, title, rows }) => (
          <Section key={table} id={idOf(table)} title={title}>
            <Plain>
              {rows.map((row, index) => (
                <Entry key={index}>
                  {rows.length > 1 ? <MutedText>{labels.entry(index + 1, rows.length)}</MutedText> : null}
                  <StoredValueList facts={row} />
                </Entry>
              ))}
            </Plain>
          </Section>
        ))}
        {withheld.length === 0 ? null : (
          <Section title={labels.leftOutTitle}>
            <Text>{withheld.map(({ title }) => title).join(' · ')}</Text>
          </Section>
        )}
        {absent.length === 0 ? null : (
          <Section title={labels.nothingTitle}>
            <Text>{absent.map(({ title }) => title).join(' · ')}</Text>
          </Section>
        )}
      </div>
    </Stack>
  );
}

function Content({ id, userId }: { id: string; userId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['your-data-copy', userId, id],
    queryFn: async ({ signal }) => {
      try {
        return await callApi(readDataExportEndpoint, { params: { id }, signal });
      } catch (failure) {
        if (failure instanceof Error && 'code' in failure && failure.code === 'not-found') return 'gone';
        throw failure;
      }
    },
    // A copy never changes, and is large.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === 'gone') return <NotFound />;
  if (data !== undefined) return <File file={data} />;
  if (error === null) {
    return (
      <LoadingSkeleton label={labels.loading}>
        <Stack $gap={12}>
          <Skeleton $width="60%" $height="1.5rem" />
          <Skeleton $height="12rem" />
        </Stack>
      </LoadingSkeleton>
    );
  }
  return (
    <Stack $gap={16} $align="start">
      <FormFailure title={labels.failedTitle} error={error} />
      <Button busy={isFetching} busyLabel={labels.loading} onClick={() => void refetch()}>
        {labels.again}
      </Button>
    </Stack>
  );
}

/** `/your-data/copy?id=`: a copy of all stored data of the user, to read or to print. */
export function DataCopyPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <Page>
      <PageTitle title={labels.title} />
      <Stack $gap={24}>
        <Heading level={1}>{labels.title}</Heading>
        <RequireSignedIn>
          {(user) => (uuid.test(id) ? <Content id={id} userId={user.id} /> : <NotFound />)}
        </RequireSignedIn>
      </Stack>
    </Page>
  );
}
