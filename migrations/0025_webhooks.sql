-- Webhooks and contract events.

-- Webhook events, stored as received before they are processed.
create table webhook_event (
  id              uuid primary key,
  source          text not null,
  -- The sender's id, by which a second delivery is recognized.
  event_id        text not null,
  -- The bytes as received; erased when they are no longer needed, while the digest stays.
  body            bytea,
  body_digest     bytea not null,
  received_at     timestamptz not null,
  state           text not null default 'PENDING' check (state in ('PENDING', 'APPLIED', 'IGNORED', 'UNMATCHED', 'DEAD')),
  -- The result or the error, for operators.
  outcome_note    text,
  attempts        smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- What an unmatched event waits for, such as 'address:0x…'.
  match_key       text check ((match_key is not null) = (state = 'UNMATCHED')),
  -- The user that the event is about, once known.
  user_id         uuid references user_account,
  processed_at    timestamptz,
  unique (source, event_id)
);
create index webhook_event_due on webhook_event (next_attempt_at) where state = 'PENDING';
create index webhook_event_unmatched on webhook_event (match_key) where state = 'UNMATCHED';
create index webhook_event_dead on webhook_event (id) where state = 'DEAD';
-- Staff list events by source, and those without an effect. Events of other states are few, or most.
create index webhook_event_of_source on webhook_event (source, id desc);
create index webhook_event_ignored on webhook_event (id) where state = 'IGNORED';
create index webhook_event_user on webhook_event (user_id) where user_id is not null;
create index webhook_event_processed on webhook_event (processed_at) where body is not null and processed_at is not null;

-- Contract events that were applied, whichever webhook events reported them. A report without a log index may be any of
-- several equal events, so a row counts how many different ones were applied.
create table applied_contract_event (
  id               uuid not null unique,
  transaction_hash text not null,
  event_type       text not null,
  user_address     text not null,
  amount           numeric(78) not null,
  token_id         text not null,
  log_indexes      integer[] not null,
  times_applied    integer not null default 1
    check (times_applied >= 1 and times_applied >= cardinality(log_indexes)),
  -- The block of the log indexes. After a chain reorganization the transaction is in another block: its events were
  -- applied before, at other positions.
  block_number     bigint,
  primary key (transaction_hash, event_type, user_address, amount, token_id)
);

-- The next block to read of each chain.
create table chain_log_cursor (
  chain_id   bigint primary key,
  next_block bigint not null check (next_block >= 0),
  read_at    timestamptz not null
);
