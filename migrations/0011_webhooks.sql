-- The inbox: what other systems tell us, kept as it came before anything is made of it.
create table webhook_event (
  id          uuid primary key,
  source      text not null,
  -- The sender's own id of it: a second delivery is known by it, for good.
  event_id    text not null,
  -- As received, byte for byte; gone when nobody needs it any more, while the digest stays.
  body        bytea,
  body_digest bytea not null,
  received_at timestamptz not null,
  state       text not null default 'PENDING' check (state in ('PENDING', 'APPLIED', 'IGNORED', 'UNMATCHED', 'DEAD')),
  -- What came of it, or what went wrong, in words.
  note        text,
  attempts    smallint not null default 0,
  -- When a pending one is tried next.
  next_attempt_at      timestamptz not null,
  -- What a waiting one waits for, such as 'address:0x…'.
  match_key   text check ((match_key is not null) = (state = 'UNMATCHED')),
  -- Whom it was about, once that is known.
  user_id     uuid references user_account,
  processed_at  timestamptz,
  unique (source, event_id)
);
create index webhook_event_due on webhook_event (next_attempt_at) where state = 'PENDING';
create index webhook_event_unmatched on webhook_event (match_key) where state = 'UNMATCHED';
create index webhook_event_dead on webhook_event (id) where state = 'DEAD';
create index webhook_event_user on webhook_event (user_id) where user_id is not null;
create index webhook_event_processed on webhook_event (processed_at) where body is not null and processed_at is not null;

-- What contracts did, under whatever event ids we were told of it. One who tells no log index tells of any; so a row
-- counts how many different ones there must have been, and each has had its effect.
create table applied_contract_event (
  id               uuid not null unique,
  transaction_hash text not null,
  event_type       text not null,
  user_address     text not null,
  amount           numeric(78) not null,
  token_id         text not null,
  log_indexes      integer[] not null,
  effects          integer not null default 1 check (effects >= 1 and effects >= cardinality(log_indexes)),
  primary key (transaction_hash, event_type, user_address, amount, token_id)
);

-- How far the watcher of a chain has read.
create table chain_log_cursor (
  chain_id   bigint primary key,
  next_block bigint not null check (next_block >= 0),
  read_at    timestamptz not null
);
