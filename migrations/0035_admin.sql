-- Ledger audits, daily stats and notes on users.

-- Ledger audits, requested by an administrator or scheduled. At most one is running.
create table ledger_audit (
  id            uuid primary key,
  requested_by  uuid references user_account,
  requested_at  timestamptz not null,
  finished_at   timestamptz,
  is_ok         boolean,
  checked       jsonb,
  discrepancies jsonb,
  -- The balance of each asset by kind of account: users, contests, battles and orders.
  balances      jsonb,
  check ((finished_at is null) = (is_ok is null))
);
create unique index ledger_audit_running on ledger_audit ((true)) where finished_at is null;
create index ledger_audit_newest on ledger_audit (requested_at desc);

-- Daily counts (UTC). Sixteen shards by the last digit of the user id, so that concurrent updates do not wait for one row.
create table daily_stat (
  day   date not null,
  kind  text not null check (kind in ('REGISTERED', 'DELETED', 'ACTIVE', 'COURSE_COMPLETED', 'LESSON_COMPLETED')),
  shard smallint not null,
  count bigint not null,
  primary key (day, kind, shard)
) with (fillfactor = 70);

-- The last lesson completion that is counted.
create table daily_stat_cursor (
  only_row boolean primary key default true check (only_row),
  last_id  uuid not null
);
insert into daily_stat_cursor (last_id) values ('00000000-0000-0000-0000-000000000000');

-- Notes of staff on users. They are personal data of the user, who gets them with the export of the account.
create table user_note (
  id         uuid primary key,
  user_id    uuid not null references user_account,
  author_id  uuid not null references user_account,
  text       text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index user_note_of_user on user_note (user_id, id desc);
