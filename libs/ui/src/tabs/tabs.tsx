import { styled } from 'styled-components';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { colour, mediaQueries, space, minTargetSize } from '../theme/tokens.ts';
import { scrollShadow, scrollIntoCenter } from './scroll-shadow.tsx';

const List = styled.div<{ $sticky: boolean }>`
  display: flex;
  gap: ${space[4]};
  overflow-x: auto;
  border-bottom: 1px solid ${colour('line')};
  background: ${scrollShadow};
  scrollbar-width: none;
  ${({ $sticky }) => ($sticky ? 'position: sticky; top: 0; z-index: 2;' : '')}
  ${mediaQueries.print} {
    display: none;
  }
`;

const Tab = styled.button`
  flex: none;
  min-height: ${minTargetSize};
  padding: ${space[8]} ${space[16]};
  border: 0;
  border-bottom: 3px solid transparent;
  background: none;
  color: ${colour('muted')};
  font-weight: 600;
  white-space: nowrap;
  &:hover {
    color: ${colour('text')};
  }
  &[aria-selected='true'] {
    border-bottom-color: ${colour('brand')};
    color: ${colour('text')};
  }
  &:focus-visible {
    outline-offset: -5px;
    box-shadow: inset 0 0 0 2px ${colour('focus-ink')};
  }
  ${mediaQueries.phone} {
    padding-inline: ${space[12]};
  }
  ${mediaQueries.forced} {
    &[aria-selected='true'] {
      border-bottom-color: Highlight;
    }
  }
`;

const Panel = styled.div`
  padding-top: ${space[24]};
  ${mediaQueries.print} {
    display: block !important;
    padding-top: ${space[12]};
  }
`;

const PrintTitle = styled.p`
  display: none;
  ${mediaQueries.print} {
    display: block;
    font-weight: 700;
  }
`;

export interface TabItem {
  /** Stable name, safe for a URL. */
  id: string;
  label: string;
  content: ReactNode;
}

export interface TabsProps {
  /** The accessible name of the tab list: `Report sections`. */
  label: string;
  items: readonly TabItem[];
  /** Selected initially; by default the first item. */
  initial?: string;
  /** Pass both to control the selection, for example from the URL. */
  selected?: string;
  onSelect?: (id: string) => void;
  /** The tab list is sticky while its panel scrolls. */
  sticky?: boolean;
}

/** Tabs by the WAI-ARIA pattern: arrow keys, Home and End move the focus and select. All panels are printed. */
export function Tabs({ label, items, initial, selected, onSelect, sticky = false }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(initial ?? items[0]?.id);
  const list = useRef<HTMLDivElement>(null);
  const wanted = selected ?? own;
  const current = items.some(({ id }) => id === wanted) ? wanted : items[0]?.id;

  useEffect(() => {
    const tabs = list.current;
    const tab = tabs?.querySelector('[aria-selected="true"]');
    if (!tabs || !tab) return;
    scrollIntoCenter(tabs, tab);
  }, [current]);

  const select = (id: string) => {
    setOwn(id);
    onSelect?.(id);
  };
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex(({ id }) => id === current);
    const last = items.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    const item = next === undefined ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    select(item.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };

  return (
    <div>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={move} $sticky={sticky}>
        {items.map(({ id, label: name }) => (
          <Tab
            key={id}
            type="button"
            role="tab"
            id={`${base}-tab-${id}`}
            aria-controls={`${base}-panel-${id}`}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => select(id)}
          >
            {name}
          </Tab>
        ))}
      </List>
      {items.map(({ id, label: name, content }) => (
        <Panel
          key={id}
          role="tabpanel"
          id={`${base}-panel-${id}`}
          aria-labelledby={`${base}-tab-${id}`}
          tabIndex={0}
          hidden={id !== current}
        >
          {content === null ? null : <PrintTitle aria-hidden="true">{name}</PrintTitle>}
          {content}
        </Panel>
      ))}
    </div>
  );
}
