-- Which transaction wrote an entry, so that whoever follows the books reads on from where they were. An id that is made
-- before the commit would not do: one who commits late would be passed by. Entries from before this have none.
alter table ledger_entry add column transaction_number bigint;
alter table ledger_entry alter column transaction_number set default pg_current_xact_id()::text::bigint;
-- Entries lie in the order of their writing, so a few bytes for each quarter of a megabyte find the new ones, and writing
-- them costs nothing.
create index ledger_entry_transaction_number on ledger_entry using brin (transaction_number)
  with (pages_per_range = 32, autosummarize = on);

-- How far settlement has read the books: everything that transactions before this one wrote. The number means something
-- in one cluster of PostgreSQL only, so it is kept with the name of that.
create table settlement_cursor (
  is_singleton            boolean primary key default true check (is_singleton),
  cluster            bigint not null,
  transaction_number bigint not null
);

-- Whose books may say something else than the chain. A row goes when they are known to agree, or will once the open batch
-- is confirmed; a batch that fails brings its users back.
create table settlement_due (
  asset   text not null check (asset in ('XP', 'GEM')),
  user_id uuid not null,
  primary key (asset, user_id)
);
