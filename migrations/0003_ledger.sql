-- The ledger of XP, gems and tokens.

-- A movement of value. Its source identifies the cause, so that it is posted once.
create table ledger_transfer (
  id         uuid primary key,
  source     text not null unique,
  reason     text not null,
  created_at timestamptz not null
);

-- The credits and debits of a transfer. Accounts are named after their owner: 'user:<id>', 'house:issuance',
-- 'contest:<id>'. The entries of a transfer are inserted in one statement and sum to zero in each asset.
create table ledger_entry (
  transfer_id        uuid not null references ledger_transfer,
  line               smallint not null,
  account            text not null check (account ~ '^(user|house|contest|battle|order):[a-z0-9-]+$'),
  asset              text not null check (asset in ('XP', 'GEM', 'USDT')),
  amount             bigint not null check (amount <> 0),
  created_at         timestamptz not null,
  -- The transaction that inserted the entry. Settlement continues from it. An id that is assigned before the commit would
  -- not work: a reader would miss a transaction that commits late.
  transaction_number bigint default pg_current_xact_id()::text::bigint,
  primary key (transfer_id, line)
);
create index ledger_entry_account on ledger_entry (account, transfer_id desc);
-- Entries are stored in write order, so a small BRIN index finds the new ones at almost no write cost.
create index ledger_entry_transaction_number on ledger_entry using brin (transaction_number)
  with (pages_per_range = 32, autosummarize = on);

-- The sum of an account's entries. Only the trigger below writes it. House accounts have no row: all rewards would
-- wait for its lock. The audit sums their entries instead. The escrow of a battle has a row only while it has a balance.
create table ledger_balance (
  account text not null check (account !~ '^house:'),
  asset   text not null,
  balance bigint not null check (balance >= 0),
  primary key (account, asset)
) with (fillfactor = 80);

create function ledger_update_balances() returns trigger language plpgsql as $$
declare
  change record;
  remaining bigint;
begin
  if exists (select from fresh group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero in each asset' using errcode = '23514',
      constraint = 'ledger_entry_sums_to_zero';
  end if;
  -- Updates accounts in one order, so that opposite transfers do not deadlock. A debit is an update: an upsert would
  -- check the negative amount itself against the rule of the balance.
  for change in
    select account, asset, sum(amount)::bigint as amount from fresh where account !~ '^house:'
    group by account, asset
    order by account, asset
  loop
    if change.amount < 0 then
      update ledger_balance as stored set balance = stored.balance + change.amount
      where stored.account = change.account and stored.asset = change.asset
      returning stored.balance into remaining;
      if not found then
        raise exception '% has no % balance', change.account, change.asset using errcode = '23514',
          table = 'ledger_balance', constraint = 'ledger_balance_balance_check';
      end if;
      -- The escrow of a battle is used once. A missing row is a balance of zero.
      if remaining = 0 and change.account ~ '^battle:' then
        delete from ledger_balance as stored
        where stored.account = change.account and stored.asset = change.asset;
      end if;
    else
      insert into ledger_balance as stored (account, asset, balance)
      values (change.account, change.asset, change.amount)
      on conflict (account, asset) do update set balance = stored.balance + excluded.balance;
    end if;
  end loop;
  return null;
end $$;

create trigger ledger_entry_update_balances after insert on ledger_entry
  referencing new table as fresh for each statement execute function ledger_update_balances();

-- Posts a transfer unless its source was used before, and returns the balances of its accounts in every asset.
-- A function, because a single statement does not see what the trigger above writes for it.
create function ledger_post(transfer_id uuid, source text, reason text, at timestamptz, entries jsonb,
  out posted boolean, out balances jsonb) language plpgsql as $$
begin
  insert into ledger_transfer (id, source, reason, created_at)
  values (ledger_post.transfer_id, ledger_post.source, ledger_post.reason, ledger_post.at)
  on conflict on constraint ledger_transfer_source_key do nothing;
  posted := found;
  if posted then
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select ledger_post.transfer_id, entry.line, entry.account, entry.asset, entry.amount, ledger_post.at
    from rows from (jsonb_to_recordset(entries) as (account text, asset text, amount bigint))
      with ordinality as entry (account, asset, amount, line);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('account', stored.account, 'asset', stored.asset, 'balance', stored.balance::text)), '[]')
  into balances
  from ledger_balance as stored
  -- An array, because the planner overestimates a set of entries and would read all balances.
  where stored.account = any (array(select entry.account from jsonb_to_recordset(entries) as entry (account text)));
end $$;

-- Entries and transfers are append-only: another transfer corrects a mistake.
create function ledger_reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: post a correcting transfer' using errcode = '55000';
end $$;

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_reject_change();
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_reject_change();
