import { type CustomerSearchMatch } from '@ve/contracts/http/operations/admin-customers';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link, useLocation, useNavigate } from '@ve/mfe-kit/router';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { MembershipBadge } from '@ve/ui/membership-badge/membership-badge';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { apiProblemTitleOf } from '../platform/api-problem.ts';
import { ReadFailureBanner } from '../platform/read-failure-banner.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { readInputFromHistoryState } from '../platform/history-input.ts';
import { messages } from './messages.en-gb.ts';
import { useCustomerSearch } from './support.query.ts';

const labels = messages.search;

const shortest = 3;
const longest = 200;

const Search = styled.form`
  max-width: 44rem;
`;

/** Next to the name, in the row's head. */
const Address = styled(MutedText)`
  font-weight: 400;
`;

const columns: readonly TableColumn<CustomerSearchMatch>[] = [
  {
    id: 'person',
    label: labels.columns.person,
    cell: ({ userId, email, name }) => (
      <>
        <TextLink as={Link} to={`/admin/support/${userId}`}>
          {name ?? email}
        </TextLink>
        {name === null ? null : <Address>{email}</Address>}
      </>
    ),
  },
  { id: 'plan', label: labels.columns.plan, cell: ({ state }) => <MembershipBadge state={state} endsAt={null} /> },
  {
    id: 'vehicle',
    label: labels.columns.vehicle,
    cell: ({ registration }) => (registration === null ? messages.none : formatRegistration(registration)),
  },
  {
    id: 'why',
    label: labels.columns.why,
    cell: ({ why }) => why.map(({ by, value }) => <div key={by + value}>{`${labels.by[by]}: ${value}`}</div>),
  },
];

function People({ term }: { term: string }) {
  const { data, error, isFetching, refetch } = useCustomerSearch(term);
  if (isFetching && data === undefined) {
    return (
      <LoadingSkeleton label={labels.loading}>
        <Skeleton $height="8rem" />
      </LoadingSkeleton>
    );
  }
  if (error !== null) {
    return (
      <ReadFailureBanner title={labels.failed} busy={isFetching} again={() => void refetch()}>
        {apiProblemTitleOf(error)}
      </ReadFailureBanner>
    );
  }
  if (data === undefined) return null;
  const { people, isMore } = data;
  if (people.length === 0) {
    return (
      <div role="status">
        <Heading level={2} size="s">
          {labels.nobody}
        </Heading>
        <Text>{labels.nobodyText}</Text>
      </div>
    );
  }
  return (
    <Stack $gap={12}>
      <MutedText role="status">
        {labels.found(people.length)}
        {isMore ? `. ${labels.more}` : ''}
      </MutedText>
      <Table label={labels.results} columns={columns} rows={people} keyOf={({ userId }) => userId} />
    </Stack>
  );
}

const problemOf = (typed: string): string | null => {
  if (typed.length < shortest) return labels.tooShort;
  return typed.length > longest ? labels.tooLong : null;
};

function CustomerSearch() {
  const navigate = useNavigate();
  const term = readInputFromHistoryState(useLocation().state, 'term');
  const { isFetching, refetch } = useCustomerSearch(term);
  const { onSubmit, field } = useTypedForm({
    id: 'support',
    names: ['term'],
    read: (typed) => {
      const next = typed.term.trim();
      const problem = problemOf(next);
      return problem === null ? { body: next } : { errors: { term: problem } };
    },
    send: async (next) => {
      if (next === term) await refetch();
      else await navigate('/admin/support', { state: { term: next } });
    },
  });
  const control = field('term');
  return (
    <Stack $gap={24}>
      <Search role="search" onSubmit={onSubmit} noValidate>
        <Stack $gap={12}>
          <TextField
            {...control}
            label={labels.label}
            hint={labels.hint}
            type="search"
            autoComplete="off"
            spellCheck={false}
            defaultValue={term ?? ''}
          />
          <Row>
            <Button type="submit" busy={isFetching} busyLabel={labels.busy}>
              {labels.action}
            </Button>
          </Row>
        </Stack>
      </Search>
      {term === null || control.error !== undefined ? <Text>{labels.start}</Text> : <People term={term} />}
    </Stack>
  );
}

/** `/admin/support`: the search for a customer. */
export function CustomerSearchPage() {
  return (
    <StaffArea title={messages.title}>
      <CustomerSearch />
    </StaffArea>
  );
}
