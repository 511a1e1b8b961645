-- Settlement: XP and gems on the chain follow the ledger.

-- One transaction that mints or burns the difference for many users.
create table settlement_batch (
  id               uuid primary key,
  asset            text not null check (asset in ('XP', 'GEM')),
  direction        text not null check (direction in ('MINT', 'BURN')),
  status           text not null default 'OPEN' check (status in ('OPEN', 'CONFIRMED', 'FAILED')),
  created_at       timestamptz not null,
  ended_at         timestamptz,
  transaction_hash text,
  block_number     bigint,
  failure          text,
  check ((status = 'CONFIRMED') = (transaction_hash is not null)),
  check ((status = 'OPEN') = (ended_at is null))
);
create unique index settlement_batch_transaction_hash on settlement_batch (transaction_hash);
create index settlement_batch_open on settlement_batch (created_at) where status = 'OPEN';

-- One user's part of a batch. It brings the chain to a ledger balance and stores the last transfer of that balance.
create table settlement_line (
  batch_id         uuid not null references settlement_batch,
  user_id          uuid not null references user_account,
  amount           bigint not null check (amount > 0),
  balance          bigint not null check (balance >= 0),
  last_transfer_id uuid not null,
  primary key (batch_id, user_id)
);
create index settlement_line_user on settlement_line (user_id, batch_id);

-- The balance that the chain has, or will have when the open batch is confirmed. A user has one open batch for each
-- asset, so that a burn follows the confirmed mint.
create table settlement_position (
  user_id       uuid not null references user_account,
  asset         text not null check (asset in ('XP', 'GEM')),
  settled       bigint not null check (settled >= 0),
  open_batch_id uuid references settlement_batch,
  failures      integer not null default 0,
  retry_at      timestamptz,
  primary key (user_id, asset)
) with (fillfactor = 80);
create index settlement_position_open on settlement_position (open_batch_id) where open_batch_id is not null;

-- The position up to which settlement has read the ledger. The transaction number is valid only in one PostgreSQL
-- cluster, so the row has the cluster's identifier.
create table settlement_cursor (
  is_singleton       boolean primary key default true check (is_singleton),
  cluster            bigint not null,
  transaction_number bigint not null
);

-- Users whose ledger balance may differ from the chain. A row is deleted when both agree or will agree after the open
-- batch. A failed batch inserts its users again.
create table settlement_due (
  asset   text not null check (asset in ('XP', 'GEM')),
  user_id uuid not null,
  primary key (asset, user_id)
);
