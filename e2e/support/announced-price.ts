import pg from 'pg';

const databaseUrl = process.env.E2E_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:3543/postgres';

/**
 * Announces the offered price to the member with this address, as one who has paid £7.90 so far, with its mail. The
 * change itself is closed: it concerns no other member of the shared database.
 */
export async function announcePriceToMember(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with price as (
        select id from membership_prices where stripe_price_id = 'price_sandbox_membership'
      ), change as (
        insert into announced_changes (kind, membership_price_id, announced_at, effective_at, closed_at)
          select 'price', id, now(), now() + interval '31 days', now() from price returning id, effective_at
      ), notice as (
        insert into change_notices (announced_change_id, user_id, stripe_subscription_id, previous_pence, effective_at, created_at)
          select change.id, users.id, subscriptions.stripe_subscription_id, 790, change.effective_at, now()
          from change, users join subscriptions on subscriptions.user_id = users.id where users.email = $1 returning id
      ), mail as (
        insert into mails (template, stream, recipient, subject_id, unique_key, created_at)
          select 'change-announced', 'service', $1, id, 'change-announced.' || id, now() from notice returning id
      )
      insert into outbox (job_name, payload, created_at)
        select 'mails.send', jsonb_build_object('mailId', id, 'correlationId', 'e2e'), now() from mail`,
      [email],
    );
  } finally {
    await client.end();
  }
}
