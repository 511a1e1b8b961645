-- Sessions, refresh tokens and signing keys.

-- One sign-in on one device. Its refresh tokens are deleted with it.
create table session (
  id             uuid primary key,
  user_id        uuid not null references user_account,
  created_at     timestamptz not null,
  last_used_at   timestamptz not null,
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  revoked_reason text,
  user_agent     text,
  address        text
);
create index session_revoked on session (revoked_at) where revoked_at is not null;
-- For retention.
create index session_expires_at on session (expires_at) where revoked_at is null;
-- Every sign-in reads the networks of earlier sessions, including revoked ones.
create index session_of_user on session (user_id, created_at desc);

-- Refresh tokens of a session. Only the digest is stored. A used token that is sent again was copied.
create table refresh_token (
  digest     bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_expires_at on refresh_token (expires_at);

-- Keys that sign access tokens if no key file is configured. The private key is sealed.
create table signing_key (
  key_id      text primary key,
  sealed_key  bytea not null,
  created_at  timestamptz not null,
  active_from timestamptz not null
);

-- Access tokens that were issued before this time are refused. A restore raises it, because tokens of sessions that the
-- backup does not know would be valid otherwise. One row at most.
create table token_not_before (
  is_only    boolean primary key default true check (is_only),
  not_before timestamptz not null
);
