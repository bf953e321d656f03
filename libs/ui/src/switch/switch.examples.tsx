import { useState } from 'react';
import { Switch } from './switch.tsx';

function Reminder() {
  const [on, setOn] = useState(true);
  return <Switch label="Email" checked={on} onChange={setOn} />;
}

export const examples = { 'On and off': <Reminder /> };
