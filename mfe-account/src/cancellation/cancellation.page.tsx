import { type SubscriptionSearchResult, searchSubscriptionEndpoint } from '@ve/contracts/http/membership/cancellation';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { type ApiError, callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { PageHead } from '@ve/mfe-kit/page-head';
import { rateLimitMessage } from '@ve/mfe-kit/rate-limit';
import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { CancellationCodeForm } from './cancellation-code-form.tsx';
import { messages } from './messages.en-gb.ts';
import { SubscriptionNotFound } from './subscription-not-found.tsx';
import { CancellableSubscriptionSearchForm } from './cancellation-search-form.tsx';
import { CancellableSubscriptionSearchResult } from './search-result.tsx';

type Stage =
  | { name: 'search'; returned: boolean }
  /** `sent` and `refused` count codes. `lapsed`: the half hour for which an accepted code is valid has passed. */
  | { name: 'code'; email: string; sent: number; refused: number; lapsed: boolean }
  | { name: 'result'; email: string; search: SubscriptionSearchResult };

interface Search {
  email: string;
  code?: string;
  lapsed?: boolean;
}

const nextStage = (
  stage: Stage,
  { email, lapsed = false }: Search,
  answer: Awaited<ReturnType<typeof callSearch>>,
): Stage => {
  const before = stage.name === 'code' ? stage : { sent: 0, refused: 0, lapsed };
  switch (answer.outcome) {
    case 'answer':
      return { name: 'result', email, search: answer };
    case 'code-sent':
      return { name: 'code', email, sent: before.sent + 1, refused: 0, lapsed: before.lapsed };
    case 'code-refused':
      return { name: 'code', email, sent: before.sent, refused: before.refused + 1, lapsed: before.lapsed };
  }
};

const callSearch = async ({ email, code }: Search) => {
  try {
    return await callApi(searchSubscriptionEndpoint, { body: code === undefined ? { email } : { email, code } });
  } catch (error) {
    // Logged by the specification (section 8); the page shows it, too.
    console.error(messages.log.search);
    throw error;
  }
};

/** A failed search: never reads as if nothing had been found. */
function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const labels = messages.failed;
  if (error instanceof Error && error.name === 'ApiError' && (error as ApiError).status === 400) {
    return (
      <Banner tone="warn" role="alert" title={messages.notFound.title}>
        {messages.notAnAddress}
      </Banner>
    );
  }
  const limit = rateLimitMessage(error);
  if (limit !== null) {
    return (
      <Banner tone="warn" role="alert" title={messages.limited.title}>
        {limit} {messages.limited.text}
      </Banner>
    );
  }
  return (
    <Stack $gap={12}>
      <FormFailure title={labels.title} error={error} />
      <Text>{labels.text}</Text>
      <Row>
        <Button variant="secondary" onClick={onAgain}>
          {labels.again}
        </Button>
        <ButtonLink as={Link} to="/contact?type=general" $variant="quiet">
          {labels.contact}
        </ButtonLink>
      </Row>
    </Stack>
  );
}

const Below = styled.div`
  display: grid;
  gap: ${space[12]};
  padding-top: ${space[24]};
  border-top: 1px solid ${colour('line')};
  ul {
    display: grid;
    gap: ${space[8]};
    padding-left: ${space[24]};
    list-style: disc;
  }
`;

/** The refund rules of the contract that the search found; null if it is already cancelled. */
function rulesOf(stage: Stage): ReturnType<typeof refundRuleTexts> | null {
  if (stage.name !== 'result') return refundRuleTexts();
  const { subscriptions, cancellation_request: request, ...past } = stage.search;
  const [subscription] = subscriptions;
  if (subscription !== undefined) return refundRuleTextsOfContract(subscription.agreed);
  const isOver = request !== null || past.refunded_payment_found || past.canceled_subscription_found;
  return isOver ? null : refundRuleTexts();
}

/** The rules that set the amount of a refund. */
function RefundRules({ rules: { unused, used, trial } }: { rules: ReturnType<typeof refundRuleTexts> }) {
  const { title, otherwise } = messages.rules;
  return (
    <Below as="section" aria-labelledby="refund-rules">
      <Heading level={2} size="s" id="refund-rules">
        {title}
      </Heading>
      <ul>
        {[unused, used, trial, otherwise].map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Below>
  );
}

function OtherWays() {
  const { title, account, mail, contact, contactText } = messages.ways;
  const way = ([lead, labels, to]: readonly [string, string, string]) => (
    <>
      {lead}{' '}
      <TextLink as={Link} to={to}>
        {labels}
      </TextLink>
      .
    </>
  );
  return (
    <Below as="aside" aria-labelledby="other-ways">
      <Heading level={2} size="s" id="other-ways">
        {title}
      </Heading>
      <ul>
        <li>{way(account)}</li>
        <li>{mail}</li>
        <li>
          {way(contact)} {contactText}
        </li>
      </ul>
    </Below>
  );
}

/** The search with its results, and the refund rules that apply to them. */
function Cancelling() {
  const own = useSession().user?.email ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [stage, setStage] = useState<Stage>({ name: 'search', returned: false });
  const [last, setLast] = useState<Search | null>(null);
  const { submission, submit, reset } = useFormSubmission(async (search: Search) => {
    const answer = await callSearch(search);
    setStage((before) => nextStage(before, search, answer));
    return answer;
  });
  const search = async (given: Search) => {
    setLast(given);
    await submit(given);
  };
  const busy = submission.state === 'busy';
  const failure =
    submission.state === 'failed' && last !== null ? (
      <Failed error={submission.error} onAgain={() => void search(last)} />
    ) : null;
  const different = () => {
    reset();
    setStage({ name: 'search', returned: true });
  };
  const startOver = () => {
    different();
    setTyped('');
  };

  const rules = rulesOf(stage);
  const view = () => {
    switch (stage.name) {
      case 'search':
        return (
          <CancellableSubscriptionSearchForm
            email={typed ?? own}
            onType={setTyped}
            focused={stage.returned}
            busy={busy}
            failure={failure}
            onSearch={(email) => search({ email })}
          />
        );
      case 'code': {
        const { email, sent, refused, lapsed } = stage;
        return (
          <FocusedResult key={sent}>
            <Stack $gap={32}>
              <CancellationCodeForm
                email={email}
                sent={sent}
                refused={refused}
                lapsed={lapsed}
                busy={busy ? (last?.code === undefined ? 'another' : 'code') : null}
                failure={failure}
                onCode={(code) => search({ email, code })}
                onAnother={() => void search({ email })}
              />
              <SubscriptionNotFound waiting onSearchAgain={different} />
            </Stack>
          </FocusedResult>
        );
      }
      case 'result':
        return (
          <Stack $gap={16}>
            {failure}
            <CancellableSubscriptionSearchResult
              email={stage.email}
              search={stage.search}
              onSearchAgain={different}
              onReset={startOver}
              onStale={(why) => search({ email: stage.email, lapsed: why === 'code-needed' })}
            />
          </Stack>
        );
    }
  };
  return (
    <>
      {view()}
      {rules === null ? null : <RefundRules rules={rules} />}
    </>
  );
}

/** `/cancellation`: the search by e-mail address, its results, and the other ways to cancel. */
export function CancellationPage() {
  return (
    <Page width="reading">
      <PageHead title={messages.title} description={messages.description} path="/cancellation" />
      <Stack $gap={32}>
        <Stack $gap={12}>
          <Heading level={1}>{messages.title}</Heading>
          <LeadText>{messages.lead}</LeadText>
        </Stack>
        <Cancelling />
        <OtherWays />
      </Stack>
    </Page>
  );
}
