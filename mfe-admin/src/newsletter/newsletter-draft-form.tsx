import {
  createNewsletterIssueEndpoint,
  editNewsletterIssueEndpoint,
  type NewsletterDraftBody,
  newsletterDraftSchema,
  type NewsletterIssueItem,
} from '@ve/contracts/http/operations/admin-newsletter';
import { articles } from '@ve/domain/messaging/articles';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useIdempotentSend } from '@ve/mfe-kit/use-idempotent-send';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Checkbox } from '@ve/ui/checkbox/checkbox';
import { textControlStyle, Field, TextField } from '@ve/ui/field/field';
import { FieldHintAndError, useFieldControl } from '@ve/ui/field/field-parts';
import { Stack } from '@ve/ui/layout/layout';
import { colour, space } from '@ve/ui/theme/theme';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { useRefreshNewsletter } from './newsletter.query.ts';

const Opening = styled.textarea`
  ${textControlStyle}
  min-height: 10rem;
  resize: vertical;
`;

const Articles = styled.fieldset<{ $error: boolean }>`
  margin: 0;
  padding: 0;
  border: 0;
  ${({ $error }) => ($error ? `padding-left: ${space[12]}; border-left: 3px solid ${colour('fail')};` : '')}
  legend {
    padding: 0 0 ${space[4]};
    font-weight: 600;
  }
`;

interface DraftFormProps {
  issue: NewsletterIssueItem | null;
  /** Called once it is saved; then the form has to start from the saved draft, or empty. */
  onSaved: () => void;
}

/** Writes a newsletter (`issue` null), or edits the version of a draft that is shown. */
export function NewsletterDraftForm({ issue, onSaved }: DraftFormProps) {
  const id = useId();
  const refresh = useRefreshNewsletter();
  const create = useIdempotentSend((body: NewsletterDraftBody) => callApi(createNewsletterIssueEndpoint, { body }));
  const save = async (body: NewsletterDraftBody): Promise<{ outcome: 'saved' | 'stale' }> => {
    if (issue !== null) {
      return callApi(editNewsletterIssueEndpoint, {
        params: { id: issue.id },
        body: { ...body, version: issue.version },
      });
    }
    await create(body);
    return { outcome: 'saved' };
  };
  const [articleIds, setArticleIds] = useState<readonly number[]>(issue?.articleIds ?? []);
  const { submission, busy, onSubmit, field } = useTypedForm({
    id,
    names: ['subject', 'opening', 'articles'],
    read: ({ subject, opening }) => {
      const parsed = newsletterDraftSchema.safeParse({ subject, opening, articleIds });
      if (parsed.success) return { body: parsed.data };
      const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
      return {
        errors: {
          subject: wrong.has('subject') ? messages.wrong.subject : undefined,
          opening: wrong.has('opening') ? messages.wrong.opening : undefined,
          articles: wrong.has('articleIds') ? messages.wrong.articles : undefined,
        },
      };
    },
    send: async (body: NewsletterDraftBody) => {
      const answer = await save(body);
      if (answer.outcome === 'saved') {
        refresh();
        onSaved();
      }
      return answer;
    },
  });
  const { error, id: articlesId } = field('articles');
  const hint = messages.articlesHint;
  const { 'aria-describedby': describedBy = '' } = useFieldControl(articlesId, { hint, error });
  const choose = (article: number, isChosen: boolean) =>
    setArticleIds((before) => (isChosen ? [...before, article] : before.filter((each) => each !== article)));
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack $gap={12}>
        <TextField {...field('subject')} label={messages.subject} defaultValue={issue?.subject ?? ''} />
        <Field {...field('opening')} label={messages.opening} hint={messages.openingHint}>
          {(control) => <Opening {...control} name="opening" defaultValue={issue?.opening ?? ''} />}
        </Field>
        <Articles $error={error !== undefined} aria-describedby={describedBy}>
          <legend>{messages.articles}</legend>
          <FieldHintAndError controlId={articlesId} hint={hint} error={error} />
          {articles.map((article, index) => (
            <Checkbox
              key={article.id}
              // The first one takes the focus of a choice that is refused.
              id={index === 0 ? articlesId : `${id}-article-${article.id}`}
              {...(index === 0 ? { describedBy } : {})}
              label={article.title}
              checked={articleIds.includes(article.id)}
              onChange={(isChosen) => choose(article.id, isChosen)}
            />
          ))}
        </Articles>
        <SubmissionFailure title={messages.saveFailed} submission={submission} />
        {submission.state === 'done' && submission.answer.outcome === 'stale' ? (
          <Banner tone="warn" role="status" title={messages.stale} />
        ) : null}
        <Stack $align="start">
          <Button type="submit" busy={busy} busyLabel={messages.saving}>
            {messages.save}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
