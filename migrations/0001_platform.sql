-- Tables of the platform: jobs, limits, idempotency, mail, language model, IPFS documents and chain transactions.

-- For search despite spelling errors or by a part of a text (pg_trgm), and despite accents (unaccent). Both are trusted
-- extensions: the owner of a database may create them.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Jobs of committed transactions. The relay enqueues the job of each row once and deletes the row.
create table outbox (
  id          uuid primary key,
  job         text not null,
  data        jsonb not null,
  start_after timestamptz,
  created_at  timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Token buckets. `arrival` is the theoretical arrival time in microseconds, see src/platform/rate-limits/rate-limit.ts.
create table rate_limit (
  bucket              text primary key,
  theoretical_arrival bigint not null
) with (fillfactor = 70);

-- Requests with an Idempotency-Key and their first responses. A response is sealed with a key that is derived from the
-- request, so the database alone cannot open it.
create table idempotency_record (
  scope             text not null,
  route             text not null,
  key_digest        bytea not null,
  body_digest       bytea not null,
  status            integer,
  sealed_response   bytea,
  locked_until      timestamptz not null,
  created_at        timestamptz not null,
  -- The liveness lock of the process that runs the request. If no process holds it, the request may be run again before
  -- `locked_until`.
  locked_by_process integer,
  -- Requests with this key and another body. After a few of them the key returns no response, so that the first body,
  -- which may contain a PIN, cannot be guessed.
  body_mismatches   smallint not null default 0,
  primary key (scope, route, key_digest)
);
create index idempotency_record_created_at on idempotency_record (created_at);

-- E-mails to send and sent e-mails. The body is sealed, because it may contain a code.
create table outgoing_mail (
  id                   uuid primary key,
  recipient            text not null,
  subject              text not null,
  sealed_body          bytea not null,
  created_at           timestamptz not null,
  sent_at              timestamptz,
  attempts             integer not null default 0,
  last_error           text,
  -- True for the confirmation of an account deletion.
  delete_after_sending boolean not null default false
);
create index outgoing_mail_recipient on outgoing_mail (lower(recipient), created_at desc);
create index outgoing_mail_unsent on outgoing_mail (created_at) where sent_at is null;
-- For retention.
create index outgoing_mail_created_at on outgoing_mail (created_at);

-- Tokens of the language model per day: reserved before a call and corrected after it.
create table llm_usage (
  day    date primary key,
  tokens bigint not null check (tokens >= 0)
);

-- Documents that tokens reference by content (`ipfs://<cid>`). `about` names the subject of a document, so that its
-- documents can be deleted; the link on the chain is then dead.
create table ipfs_document (
  cid        text primary key,
  subject    text not null,
  content    text not null,
  created_at timestamptz not null
);
create index ipfs_document_subject on ipfs_document (subject);

-- Transactions to send to the chain. Each module chooses the values of `kind` for its transactions. The call data is
-- stored when the transaction is enqueued; the nonce and the signed bytes are stored before the transaction is sent.
create table chain_transaction (
  id                   uuid primary key,
  reference            text not null unique check (length(reference) between 1 and 200),
  kind                 text not null,
  contract             text not null,
  function_name        text not null,
  call_data            bytea not null,
  -- The first topic of a log that the contract emits if and only if the call was executed.
  proof_topic          text not null,
  -- This transaction is sent after that one is confirmed, and fails if that one fails.
  depends_on_reference text,
  -- After this time the chain rejects the call; null if only the sender's key can submit it.
  valid_until          timestamptz,
  status               text not null default 'queued' check (status in ('queued', 'sent', 'confirmed', 'failed')),
  -- Simulations that failed, and the earliest time of the next one.
  simulation_attempts  integer not null default 0,
  not_before           timestamptz not null default now(),
  sender               text,
  nonce                bigint check (nonce >= 0),
  gas_limit            bigint check (gas_limit > 0),
  -- The newest block when the transaction was first sent. No earlier block can contain it.
  sent_block           bigint,
  transaction_hash     text,
  block_number         bigint,
  block_hash           text,
  gas_used             bigint,
  failure_reason       text,
  created_at           timestamptz not null,
  settled_at           timestamptz,
  check (status <> 'sent' or (sender is not null and nonce is not null and gas_limit is not null)),
  check (status <> 'confirmed' or (transaction_hash is not null and block_number is not null)),
  check (status <> 'failed' or failure_reason is not null)
);
create index chain_transaction_queued on chain_transaction (id) where status = 'queued';
-- Staff search for a hash. The hashes of attempts are deleted after some weeks.
create index chain_transaction_hash on chain_transaction (transaction_hash) where transaction_hash is not null;
-- Staff list transactions by kind, and those that failed.
create index chain_transaction_of_kind on chain_transaction (kind, id desc);
create index chain_transaction_failed on chain_transaction (id) where status = 'failed';
create unique index chain_transaction_sent on chain_transaction (sender, nonce) where status = 'sent';

-- The signed versions of a transaction: the first one and replacements with a higher fee. At most one of them is mined,
-- because all have the same nonce.
create table chain_attempt (
  hash             text primary key,
  transaction_id   uuid not null references chain_transaction (id) on delete cascade,
  nonce            bigint not null,
  raw              bytea not null,
  max_fee_wei      bigint not null check (max_fee_wei >= 0),
  priority_fee_wei bigint not null check (priority_fee_wei >= 0),
  created_at       timestamptz not null
);
create index chain_attempt_transaction on chain_attempt (transaction_id, created_at);

-- The next nonce of a sending address on a chain, and the gas it used today. The process that assigns a nonce locks the
-- row.
create table chain_sender (
  address        text not null,
  genesis_hash   text not null,
  next_nonce     bigint not null check (next_nonce >= 0),
  gas_day        date not null,
  gas_used_today bigint not null default 0 check (gas_used_today >= 0),
  primary key (address, genesis_hash)
);
