import { Heading, Text } from '@ve/ui/text/text';

interface EmptyListProps {
  labels: { emptyTitle: string; emptyText: string };
}

/** Says that a list has nothing, and what will appear in it. */
export const EmptyList = ({ labels: { emptyTitle, emptyText } }: EmptyListProps) => (
  <div role="status">
    <Heading level={2} size="s">
      {emptyTitle}
    </Heading>
    <Text>{emptyText}</Text>
  </div>
);
