import { useSyncExternalStore } from 'react';
import type { ArticleId } from '@ve/domain/messaging/articles';
import { isArticleId } from './catalogue.ts';

const key = 'saved-articles';
const none: readonly ArticleId[] = [];

/** Parses the stored text; ignores values that this site did not write. */
function parse(text: string | null): readonly ArticleId[] {
  if (text === null) return none;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? [...new Set(value.filter(isArticleId))] : none;
  } catch {
    return none;
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const changed = 'saved-articles-changed';

function subscribe(onChange: () => void): () => void {
  // `storage` fires for changes in other tabs only.
  window.addEventListener('storage', onChange);
  window.addEventListener(changed, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(changed, onChange);
  };
}

/** The articles saved in this browser, in the order of saving; none while prerendered HTML hydrates. */
export function useSavedArticles(): readonly ArticleId[] {
  return parse(useSyncExternalStore(subscribe, read, () => null));
}

/** Saves the article, or removes it if it is saved already. Returns false if the browser blocks storage. */
export function toggleSavedArticle(id: ArticleId): boolean {
  const saved = parse(read());
  const next = saved.includes(id) ? saved.filter((each) => each !== id) : [...saved, id];
  try {
    if (next.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  } catch {
    return false;
  }
  window.dispatchEvent(new Event(changed));
  return true;
}
