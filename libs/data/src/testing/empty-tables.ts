import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Deletes every row of the tables and of those that refer to them, as `truncate … cascade` does, at a hundredth of its
 * time: that writes new files for each of the tables and their indexes, however few rows they have.
 */
export const emptyTables = async (em: Pick<EntityManager, 'execute'>, ...tables: string[]): Promise<void> => {
  const named = tables.map((table) => {
    if (!/^[a-z_]+$/.test(table)) throw new Error(`${table} is no name of a table`);
    return `'${table}'::regclass`;
  });
  // Foreign keys and triggers would act on each row, and want an order.
  await em.execute(`do $empty$
    declare emptied regclass;
    begin
      set local session_replication_role = replica;
      for emptied in
        with recursive found(id) as (
          select unnest(array[${named.join(', ')}]::oid[])
          union
          select conrelid from pg_constraint join found on confrelid = id where contype = 'f'
        )
        select id::regclass from found
      loop
        execute format('delete from %s', emptied);
      end loop;
    end
  $empty$`);
};
