-- Wallets, linked wallets, and the PIN for sensitive operations.

-- The PIN as argon2id of a digest whose key is not in the database. An attempt is counted before the comparison; only a
-- correct PIN or a reset sets the counter to zero.
create table wallet_pin (
  user_id                uuid primary key references user_account,
  pin_hash               text not null,
  failed_attempts        integer not null default 0 check (failed_attempts between 0 and 10),
  locked_until           timestamptz,
  set_at                 timestamptz not null,
  -- After the first PIN or a PIN reset, no money is paid out until this time.
  off_ramp_blocked_until timestamptz
) with (fillfactor = 80);

-- Replaces the PIN for some minutes, for one operation in one session. Only the digest is stored.
create table pin_token (
  digest     bytea primary key,
  user_id    uuid not null references user_account,
  session_id uuid not null,
  expires_at timestamptz not null
);
create index pin_token_user on pin_token (user_id);
create index pin_token_expires_at on pin_token (expires_at);

-- The smart account of a user; its address is known before deployment. The owner's key is sealed with a data key, and
-- the data key with a key that is not in the database.
create table wallet (
  user_id                uuid primary key references user_account,
  -- With the checksum case.
  address                text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  owner_address          text not null check (owner_address ~ '^0x[0-9a-fA-F]{40}$'),
  sealed_key             bytea not null,
  sealed_data_key        bytea not null,
  created_at             timestamptz not null,
  -- After an unverified account was claimed by the owner of its e-mail address, no money is paid out until this time. The
  -- claim deletes the PIN, so the row of wallet_pin cannot store it.
  off_ramp_blocked_until timestamptz
);
create unique index wallet_address on wallet (lower(address));

-- Other addresses of users, proved by a signature. An address belongs to one user.
create table linked_wallet (
  address   text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  user_id   uuid not null references user_account,
  linked_at timestamptz not null
);
create unique index linked_wallet_address on linked_wallet (lower(address));
create index linked_wallet_user on linked_wallet (user_id, linked_at);

-- Messages that users sign to link an address. Each is valid once, for its user and address.
create table link_challenge (
  nonce      text primary key,
  user_id    uuid not null references user_account,
  address    text not null,
  message    text not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index link_challenge_user on link_challenge (user_id, issued_at);
create index link_challenge_expires_at on link_challenge (expires_at);
