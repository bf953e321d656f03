import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

function Alert() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show the alert</Button>
      <Dialog
        open={open}
        title="VEHICLE ALERT!"
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>Ignore</Button>}
      >
        <p>This vehicle’s tax is due in nine days.</p>
      </Dialog>
    </>
  );
}

export const examples = { 'Opened by a button': <Alert /> };
