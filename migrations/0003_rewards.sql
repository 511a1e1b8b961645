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

create function ledger_keep_books() returns trigger language plpgsql as $$
begin
  if exists (select from fresh group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the legs of a transfer must sum to zero in every asset' using errcode = '23514',
      constraint = 'ledger_entry_sums_to_zero';
  end if;
  insert into ledger_balance as held (account, asset, balance)
  select account, asset, sum(amount) from fresh where account !~ '^house:'
  group by account, asset
  order by account, asset
  on conflict (account, asset) do update set balance = held.balance + excluded.balance;
  return null;
end $$;

create trigger ledger_entry_keep_books after insert on ledger_entry
  referencing new table as fresh for each statement execute function ledger_keep_books();

-- What is written stays written: a mistake is mended by another transfer.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: post a transfer that sets it right' using errcode = '55000';
end $$;

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_refuse_change();
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();

-- A streak: days in a row on which something was learned, by the calendar of wherever the user was.
create table streak (
  user_id      uuid primary key references user_account,
  current_days integer not null default 0 check (current_days >= 0),
  longest_days integer not null default 0 check (longest_days >= current_days),
  started_on   date,
  last_day     date,
  last_at      timestamptz,
  last_zone    text,
  freezes      integer not null default 0 check (freezes between 0 and 2)
);

-- The calendar: days that count, and days that a freeze saved.
create table streak_day (
  user_id uuid not null references user_account,
  day     date not null,
  kind    text not null check (kind in ('DONE', 'FROZEN')),
  primary key (user_id, day)
);
