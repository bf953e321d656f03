import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@ve/ui/button/button';
import type { TableColumn } from '@ve/ui/table/table';
import { Text } from '@ve/ui/text/text';
import { Toast } from '@ve/ui/toast/toast';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';

interface Replay<Row, Outcome extends string> {
  labels: {
    columns: { again: string };
    /** The label of a row's button. */
    again: string;
    dialogTitle: string;
    dialogText: string;
    confirm: string;
    dialogFailed: string;
    /** The message when the row no longer exists. */
    gone: string;
    outcomes: Record<Outcome, string>;
  };
  /** The accessible name of a row's button. */
  labelOf: (row: Row) => string;
  /** Names the row in the dialog. */
  nameOf: (row: Row) => ReactNode;
  send: (row: Row, reason: string) => Promise<{ outcome: Outcome }>;
  /** The lists that are refetched afterwards. */
  queryKey: readonly unknown[];
}

/** Repeats the work of a row, for a reason: the column of its button, and the dialog with the outcome. */
export function useRepeatRowAction<Row, Outcome extends string>(replay: Replay<Row, Outcome>) {
  const { labels, labelOf, nameOf, send, queryKey } = replay;
  const client = useQueryClient();
  const [selected, setSelected] = useState<Row | null>(null);
  const [done, setDone] = useState<Outcome | null>(null);
  const run = async (row: Row, reason: string) => {
    const { outcome } = await send(row, reason);
    setDone(outcome);
    setSelected(null);
    void client.invalidateQueries({ queryKey });
  };
  const column: TableColumn<Row> = {
    id: 'again',
    label: labels.columns.again,
    cell: (row) => (
      <Button variant="secondary" aria-label={labelOf(row)} onClick={() => setSelected(row)}>
        {labels.again}
      </Button>
    ),
  };
  const dialog = (
    <>
      {selected === null ? null : (
        <ReasonDialog
          title={labels.dialogTitle}
          confirm={labels.confirm}
          failed={labels.dialogFailed}
          gone={labels.gone}
          send={(reason) => run(selected, reason)}
          onClose={() => setSelected(null)}
        >
          <Text>{nameOf(selected)}</Text>
          <Text>{labels.dialogText}</Text>
        </ReasonDialog>
      )}
      {done === null ? null : (
        <Toast
          tone={done === 'queued' ? 'pass' : 'info'}
          role="status"
          title={labels.outcomes[done]}
          onClose={() => setDone(null)}
        />
      )}
    </>
  );
  return { column, dialog };
}
