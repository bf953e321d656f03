import { searchTerm } from '@ve/contracts/http/admin-page';
import { Link } from '@ve/mfe-kit/router';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Typed = styled.div`
  flex: 1 1 16rem;
  max-width: 28rem;
`;

/** Why a search cannot be made; undefined for one that can. */
function whyNot(typed: string): string | undefined {
  if (searchTerm.safeParse(typed).success) return undefined;
  const { length } = typed.trim();
  if (length < 3) return messages.searchTooShort;
  return length > 200 ? messages.searchTooLong : messages.searchWrong;
}

interface UserSearchProps {
  /** What is searched for now. */
  search: string;
  onSearch: (search: string) => void;
}

/** The search of users, by any part of their address. */
export function UserSearch({ search, onSearch }: UserSearchProps) {
  const [typed, setTyped] = useState(search);
  const [wrong, setWrong] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const why = whyNot(typed);
    setWrong(why);
    if (why === undefined) onSearch(typed.trim());
  };
  return (
    <form role="search" onSubmit={send} noValidate>
      <Row $gap={12} $align="end">
        <Typed>
          <TextField
            label={messages.search}
            hint={messages.searchHint}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={wrong}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Typed>
        <Button type="submit" variant="secondary">
          {messages.searchAction}
        </Button>
        {search === '' ? null : (
          <ButtonLink as={Link} to="?tab=users" $variant="quiet">
            {messages.searchClear}
          </ButtonLink>
        )}
      </Row>
    </form>
  );
}
