import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Toast } from '@ve/ui/toast/toast';
import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import { useState } from 'react';
import type { ArticleId } from '@ve/domain/messaging/articles';
import { messages } from './messages.en-gb.ts';
import { toggleSavedArticle, useSavedArticles } from './saved-articles.ts';

const labels = messages.article;

/** The Save button, which shows whether the article is saved. */
export function SaveArticleButton({ id }: { id: ArticleId }) {
  const saved = useSavedArticles().includes(id);
  const [refused, setRefused] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-pressed={saved} onClick={() => setRefused(!toggleSavedArticle(id))}>
        <Icon glyph={saved ? BookmarkCheck : Bookmark} />
        {saved ? labels.unsave : labels.save}
      </Button>
      {refused ? (
        <Toast tone="fail" role="alert" title={labels.saveFailed} onClose={() => setRefused(false)}>
          {labels.saveFailedBody}
        </Toast>
      ) : null}
    </>
  );
}
