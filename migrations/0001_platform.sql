-- What the platform itself keeps. No domain word in here.

-- Jobs that a committed transaction owes. The relay turns each row into its job, once, and deletes it.
create table outbox (
  id          uuid primary key,
  job         text not null,
  data        jsonb not null,
  start_after timestamptz,
  created_at  timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One number a bucket: the theoretical arrival time in microseconds. See src/platform/rate-limits/rate-limit.ts.
create table rate_limit (
  bucket  text primary key,
  arrival bigint not null
) with (fillfactor = 70);

-- First answers under an Idempotency-Key, sealed with a key that only the request itself can make again.
create table idempotency_record (
  scope         text not null,
  route         text not null,
  key_digest    bytea not null,
  body_digest   bytea not null,
  status        integer,
  sealed_response bytea,
  locked_until  timestamptz not null,
  created_at    timestamptz not null,
  primary key (scope, route, key_digest)
);
create index idempotency_record_created_at on idempotency_record (created_at);

-- Letters that are owed or were sent. The text is sealed: it may hold a code.
create table outgoing_mail (
  id           uuid primary key,
  recipient    text not null,
  subject      text not null,
  sealed_body  bytea not null,
  created_at   timestamptz not null,
  sent_at      timestamptz,
  attempts     integer not null default 0,
  last_error   text
);
create index outgoing_mail_recipient on outgoing_mail (lower(recipient), created_at desc);
create index outgoing_mail_unsent on outgoing_mail (created_at) where sent_at is null;
