-- The inbox: what other systems tell us, kept as it came before anything is made of it.
create table inbox_event (
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
  due_at      timestamptz not null,
  -- What a waiting one waits for, such as 'address:0x…'.
  waits_for   text check ((waits_for is not null) = (state = 'UNMATCHED')),
  -- Whom it was about, once that is known.
  user_id     uuid references user_account,
  settled_at  timestamptz,
  unique (source, event_id)
);
create index inbox_event_due on inbox_event (due_at) where state = 'PENDING';
create index inbox_event_waiting on inbox_event (waits_for) where state = 'UNMATCHED';
create index inbox_event_dead on inbox_event (id) where state = 'DEAD';
create index inbox_event_user on inbox_event (user_id) where user_id is not null;
create index inbox_event_settled on inbox_event (settled_at) where body is not null and settled_at is not null;

-- What contracts did, under whatever event ids we were told of it. One who tells no log index tells of any; so a row
-- counts how many different ones there must have been, and each has had its effect.
create table contract_fact (
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
create table chain_cursor (
  chain_id   bigint primary key,
  next_block bigint not null check (next_block >= 0),
  read_at    timestamptz not null
);
