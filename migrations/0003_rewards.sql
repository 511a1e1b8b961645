-- The books: every movement of XP, gems and tokens, and what follows from them.

-- A movement. Its source names what caused it, so that it can happen once.
create table ledger_transfer (
  id         uuid primary key,
  source     text not null unique,
  reason     text not null,
  created_at timestamptz not null
);

-- Its legs: who gave and who got. Accounts are named by their holder: 'user:<id>', 'house:issuance',
-- 'contest:<id>'. The legs of a transfer come in one statement and sum to zero in every asset.
create table ledger_entry (
  transfer_id uuid not null references ledger_transfer,
  line        smallint not null,
  account     text not null check (account ~ '^(user|house|contest|battle|order):[a-z0-9-]+$'),
  asset       text not null check (asset in ('XP', 'GEM', 'USDT')),
  amount      bigint not null check (amount <> 0),
  created_at  timestamptz not null,
  primary key (transfer_id, line)
);
create index ledger_entry_account on ledger_entry (account, transfer_id desc);

-- What the entries of an account sum up to, kept by the trigger below and by nothing else. House accounts have
-- no row: everybody's rewards would wait for each other at it, and the audit sums them up just as well.
create table ledger_balance (
  account text not null check (account !~ '^house:'),
  asset   text not null,
  balance bigint not null check (balance >= 0),
  primary key (account, asset)
) with (fillfactor = 80);

create function ledger_update_balances() returns trigger language plpgsql as $$
declare
  change record;
begin
  if exists (select from fresh group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the legs of a transfer must sum to zero in every asset' using errcode = '23514',
      constraint = 'ledger_entry_sums_to_zero';
  end if;
  -- One account after the other, in one order for all, so that opposite transfers do not wait for each other in a
  -- circle. What takes away is an update: an upsert would check the bare loss against the rule of the balance.
  for change in
    select account, asset, sum(amount)::bigint as amount from fresh where account !~ '^house:'
    group by account, asset
    order by account, asset
  loop
    if change.amount < 0 then
      update ledger_balance as held set balance = held.balance + change.amount
      where held.account = change.account and held.asset = change.asset;
      if not found then
        raise exception '% has no % to give', change.account, change.asset using errcode = '23514',
          table = 'ledger_balance', constraint = 'ledger_balance_balance_check';
      end if;
    else
      insert into ledger_balance as held (account, asset, balance)
      values (change.account, change.asset, change.amount)
      on conflict (account, asset) do update set balance = held.balance + excluded.balance;
    end if;
  end loop;
  return null;
end $$;

create trigger ledger_entry_update_balances after insert on ledger_entry
  referencing new table as fresh for each statement execute function ledger_update_balances();

-- Posts a transfer unless its source was used before, and says what the accounts in it hold then, in every asset.
-- A function, because no single statement sees what the trigger above has written on its behalf.
create function ledger_post(transfer_id uuid, source text, reason text, at timestamptz, legs jsonb,
  out posted boolean, out balances jsonb) language plpgsql as $$
begin
  insert into ledger_transfer (id, source, reason, created_at)
  values (ledger_post.transfer_id, ledger_post.source, ledger_post.reason, ledger_post.at)
  on conflict on constraint ledger_transfer_source_key do nothing;
  posted := found;
  if posted then
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select ledger_post.transfer_id, leg.line, leg.account, leg.asset, leg.amount, ledger_post.at
    from rows from (jsonb_to_recordset(legs) as (account text, asset text, amount bigint))
      with ordinality as leg (account, asset, amount, line);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('account', held.account, 'asset', held.asset, 'balance', held.balance::text)), '[]')
  into balances
  from ledger_balance as held
  -- An array, because the planner thinks a set of legs large and would read all balances.
  where held.account = any (array(select leg.account from jsonb_to_recordset(legs) as leg (account text)));
end $$;

-- What is written stays written: a mistake is mended by another transfer.
create function ledger_reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: post a transfer that sets it right' using errcode = '55000';
end $$;

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_reject_change();
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_reject_change();

-- A streak: days in a row on which something was learned, by the calendar of wherever the user was.
create table streak (
  user_id      uuid primary key references user_account,
  current_days integer not null default 0 check (current_days >= 0),
  longest_days integer not null default 0 check (longest_days >= current_days),
  started_on   date,
  last_day     date,
  last_at      timestamptz,
  last_time_zone    text,
  freezes      integer not null default 0 check (freezes between 0 and 2)
) with (fillfactor = 80);

-- The calendar: days that count, and days that a freeze saved.
create table streak_day (
  user_id uuid not null references user_account,
  day     date not null,
  kind    text not null check (kind in ('DONE', 'FROZEN')),
  primary key (user_id, day)
);
