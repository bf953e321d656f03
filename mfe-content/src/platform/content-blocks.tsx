import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { Fragment, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ContentBlock, InlinePart, InlineText } from './blocks.ts';

const Flow = styled.div`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  h2,
  h3 {
    margin-top: ${space[16]};
  }
  > :first-child {
    margin-top: 0;
  }
`;

/* Doubled specificity, because the theme removes the markers of every list with a class. */
const Items = styled.ul`
  && {
    display: grid;
    gap: ${space[8]};
    max-width: 68ch;
    padding-left: 1.4em;
    list-style: disc;
  }
  ol&& {
    list-style: decimal;
  }
  li::marker {
    color: ${colour('muted')};
    font-variant-numeric: tabular-nums;
  }
`;

const Aside = styled.aside`
  display: grid;
  gap: ${space[4]};
  max-width: 68ch;
  padding: ${space[16]};
  border-left: 4px solid ${colour('plate')};
  border-radius: 0 ${radius.control} ${radius.control} 0;
  background: ${colour('sunken')};
  ${media.print} {
    break-inside: avoid;
  }
`;

const Scroll = styled.section`
  overflow-x: auto;
`;

const Table = styled.table`
  width: 100%;
  max-width: 68ch;
  caption {
    padding-bottom: ${space[8]};
    font-weight: 600;
    text-align: left;
  }
  th,
  td {
    padding: ${space[8]} ${space[16]} ${space[8]} 0;
    border-bottom: 1px solid ${colour('line')};
    text-align: left;
    vertical-align: top;
  }
  thead th {
    border-bottom-color: ${colour('line-strong')};
  }
  tbody th {
    font-weight: 600;
  }
  ${media.phone} {
    font-size: ${fontSize[14]};
    th,
    td {
      padding-right: ${space[8]};
    }
  }
  ${media.print} {
    break-inside: avoid;
  }
`;

function piece(part: InlinePart): ReactNode {
  if (typeof part === 'string') return part;
  if ('strong' in part) return <strong>{part.strong}</strong>;
  if ('to' in part) {
    return (
      <TextLink as={Link} to={part.to}>
        {part.words}
      </TextLink>
    );
  }
  return <TextLink href={part.href}>{part.words}</TextLink>;
}

function InlineContent({ text }: { text: InlineText }) {
  if (typeof text === 'string') return text;
  return text.map((part, index) => <Fragment key={index}>{piece(part)}</Fragment>);
}

function TableBlock({ caption, head, rows }: Extract<ContentBlock, { kind: 'table' }>) {
  return (
    <Scroll aria-label={caption} tabIndex={0}>
      <Table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  );
}

function BlockView({ block, level }: { block: ContentBlock; level: 2 | 3 }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Heading level={level} size="m">
          {block.text}
        </Heading>
      );
    case 'text':
      return (
        <Text>
          <InlineContent text={block.text} />
        </Text>
      );
    case 'list':
      return (
        <Items as={block.ordered ? 'ol' : 'ul'}>
          {block.items.map((item, index) => (
            <li key={index}>
              <InlineContent text={item} />
            </li>
          ))}
        </Items>
      );
    case 'note':
      return (
        <Aside aria-label={block.title}>
          <strong>{block.title}</strong>
          <Text>
            <InlineContent text={block.text} />
          </Text>
        </Aside>
      );
    case 'table':
      return <TableBlock {...block} />;
  }
}

/** Renders blocks. `level` is the heading level in the page's outline. */
export function ContentBlocks({ blocks, level = 2 }: { blocks: readonly ContentBlock[]; level?: 2 | 3 }) {
  return (
    <Flow>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} level={level} />
      ))}
    </Flow>
  );
}
