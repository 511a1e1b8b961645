-- The transaction that wrote an entry, so that settlement can continue where it stopped. An id that is assigned before
-- the commit does not work: a reader would miss a transaction that commits late.
alter table ledger_entry add column transaction_number bigint;
alter table ledger_entry alter column transaction_number set default pg_current_xact_id()::text::bigint;
-- Entries are stored in write order, so a small BRIN index finds the new ones at almost no write cost.
create index ledger_entry_transaction_number on ledger_entry using brin (transaction_number)
  with (pages_per_range = 32, autosummarize = on);

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
