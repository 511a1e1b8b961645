-- Transactions that are owed to the chain. No domain word in here: modules say what theirs mean by `kind`.
-- `call_data` is fixed when it is enqueued; nonce and bytes are fixed before anything is sent.
create table chain_transaction (
  id               uuid primary key,
  reference        text not null unique check (length(reference) between 1 and 200),
  kind             text not null,
  contract         text not null,
  function_name    text not null,
  call_data        bytea not null,
  -- The value that a log of this contract carries as its first topic if and only if this has happened on chain.
  proof            text not null,
  depends_on_reference  text,
  status           text not null default 'queued' check (status in ('queued', 'sent', 'confirmed', 'failed')),
  -- Simulations that did not go well, and when to try again.
  tries            integer not null default 0,
  not_before       timestamptz not null default now(),
  sender           text,
  nonce            bigint check (nonce >= 0),
  gas_limit        bigint check (gas_limit > 0),
  -- The newest block when it was first sent: nothing of it can lie before.
  sent_block       bigint,
  transaction_hash text,
  block_number     bigint,
  block_hash       text,
  gas_used         bigint,
  reason           text,
  created_at       timestamptz not null,
  settled_at       timestamptz,
  check (status <> 'sent' or (sender is not null and nonce is not null and gas_limit is not null)),
  check (status <> 'confirmed' or (transaction_hash is not null and block_number is not null)),
  check (status <> 'failed' or reason is not null)
);
create index chain_transaction_queued on chain_transaction (id) where status = 'queued';
create unique index chain_transaction_sent on chain_transaction (sender, nonce) where status = 'sent';

-- Every version of a transaction that was signed: the first, and replacements with a higher fee. One of them is
-- mined at most, because they share a nonce.
create table chain_attempt (
  hash             text primary key,
  transaction_id   uuid not null references chain_transaction (id) on delete cascade,
  nonce            bigint not null,
  raw              bytea not null,
  max_fee_wei      bigint not null check (max_fee_wei >= 0),
  priority_fee_wei bigint not null check (priority_fee_wei >= 0),
  created_at          timestamptz not null
);
create index chain_attempt_transaction on chain_attempt (transaction_id, created_at);

-- One row a key and chain: the next nonce, and the gas of the day. Whoever takes a nonce holds it.
create table chain_sender (
  address    text not null,
  chain      text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  gas_day    date not null,
  gas_used_today  bigint not null default 0 check (gas_used_today >= 0),
  primary key (address, chain)
);
