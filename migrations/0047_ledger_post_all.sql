-- Posts several transfers in one statement, each once per source, as ledger_post does for one. The entries of all transfers are
-- inserted together, so their balances are updated once and in one order. No two transfers have an account of a user in common.
create function ledger_post_all(transfers jsonb, out posted uuid[], out balances jsonb) language plpgsql as $$
begin
  with created as (
    insert into ledger_transfer (id, source, reason, created_at)
    select given.id, given.source, given.reason, given.at
    from jsonb_to_recordset(transfers) as given (id uuid, source text, reason text, at timestamptz)
    order by given.source
    on conflict on constraint ledger_transfer_source_key do nothing
    returning id
  )
  select coalesce(array_agg(created.id), '{}') into posted from created;
  insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
  select given.id, entry.line, entry.account, entry.asset, entry.amount, given.at
  from jsonb_to_recordset(transfers) as given (id uuid, at timestamptz, entries jsonb),
    rows from (jsonb_to_recordset(given.entries) as (account text, asset text, amount bigint))
      with ordinality as entry (account, asset, amount, line)
  where given.id = any (posted);
  select coalesce(jsonb_agg(jsonb_build_object('account', stored.account, 'asset', stored.asset, 'balance', stored.balance::text)), '[]')
  into balances
  from ledger_balance as stored
  -- An array, because the planner overestimates a set of entries and would read all balances.
  where stored.account = any (array(
    select distinct entry ->> 'account' from jsonb_path_query(transfers, '$[*].entries[*]') as entry));
end $$;
