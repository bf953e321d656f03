import { useQuery } from '@tanstack/react-query';
import { type ComplaintStatus, readComplaintStatus } from '@ve/contracts/http/contact';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Muted } from '@ve/ui/text/text';
import { Unbroken } from '../platform/unbroken.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { messages } from './messages.en-gb.ts';

type Found = Extract<ComplaintStatus, { outcome: 'found' }>;

function Unknown() {
  return (
    <Stack $gap={24} $align="start">
      <Banner tone="warn" title={messages.unknownTitle}>
        {messages.unknownText}
      </Banner>
      <ButtonLink as={Link} to="/contact?type=general" $variant="secondary">
        {messages.contact}
      </ButtonLink>
    </Stack>
  );
}

/** The dates that matter in this state: what is promised until it is kept, then when it was. */
function factsOf({ reference, state, receivedAt, answerBy, escalationAt, escalatedAt, answeredAt }: Found) {
  const { facts, at } = messages;
  const row = (label: string, instant: string | null) => (instant === null ? [] : [{ label, value: at(instant) }]);
  return [
    { label: facts.reference, value: <Unbroken>{reference}</Unbroken> },
    ...row(facts.received, receivedAt),
    ...row(facts.answerBy, state === 'received' ? answerBy : null),
    ...row(facts.escalation, state === 'received' ? escalationAt : null),
    ...row(facts.escalated, escalatedAt),
    ...row(facts.answered, answeredAt),
  ];
}

function Status({ complaint }: { complaint: Found }) {
  const { tone, title, body } = messages.states[complaint.state];
  return (
    <Stack $gap={24}>
      <Banner tone={tone} title={title}>
        {body}
      </Banner>
      <FactList facts={factsOf(complaint)} sources="none" />
      <Muted>{messages.promise}</Muted>
      <Muted>
        {messages.elsewhere} <TextLink href="https://ico.org.uk/make-a-complaint/">{messages.commissioner}</TextLink>.
      </Muted>
    </Stack>
  );
}

function Content({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['complaint', token],
    queryFn: ({ signal }) => callApi(readComplaintStatus, { body: { token }, signal }),
  });
  if (data !== undefined) return data.outcome === 'found' ? <Status complaint={data} /> : <Unknown />;
  if (error !== null) {
    return (
      <Stack $gap={16} $align="start">
        <FormFailure title={messages.failed} error={error} />
        <Button onClick={() => void refetch()}>{messages.again}</Button>
      </Stack>
    );
  }
  return (
    <Loading label={messages.reading}>
      <Skeleton $width="100%" $height="5rem" />
      <Skeleton $width="60%" $height="1.5rem" />
    </Loading>
  );
}

/** `/complaint?token=`: where the link in the confirmation of a complaint leads. It shows and changes nothing. */
export function ComplaintPage() {
  const [search] = useSearchParams();
  const token = useHydrated() ? (search.get('token') ?? '') : null;
  return (
    <Page width="step">
      <PageTitle title={messages.title} />
      <Stack $gap={24}>
        <Heading level={1}>{messages.title}</Heading>
        {token === null ? null : token === '' || token.length > 200 ? <Unknown /> : <Content token={token} />}
      </Stack>
    </Page>
  );
}
