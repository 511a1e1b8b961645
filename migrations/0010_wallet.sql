-- Wallets, linked wallets, and the PIN for sensitive operations.

-- The PIN as argon2id of a digest whose key is not in the database. An attempt is counted before the comparison; only a
-- correct PIN or a reset sets the counter to zero.
create table wallet_pin (
  user_id                uuid primary key references user_account,
  pin_hash               text not null,
  failed_attempts        integer not null default 0 check (failed_attempts between 0 and 10),
  locked_until           timestamptz,
  set_at                 timestamptz not null,
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
  user_id         uuid primary key references user_account,
  -- With the checksum case.
  address         text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  owner_address   text not null check (owner_address ~ '^0x[0-9a-fA-F]{40}$'),
  sealed_key      bytea not null,
  sealed_data_key bytea not null,
  created_at      timestamptz not null
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

-- XP and gems on chain follow the books, many users in one transaction.
create table settlement_batch (
  id               uuid primary key,
  asset            text not null check (asset in ('XP', 'GEM')),
  direction        text not null check (direction in ('MINT', 'BURN')),
  status           text not null default 'OPEN' check (status in ('OPEN', 'CONFIRMED', 'FAILED')),
  created_at       timestamptz not null,
  ended_at         timestamptz,
  transaction_hash text,
  block_number     bigint,
  failure          text,
  check ((status = 'CONFIRMED') = (transaction_hash is not null)),
  check ((status = 'OPEN') = (ended_at is null))
);
create unique index settlement_batch_transaction_hash on settlement_batch (transaction_hash);
create index settlement_batch_open on settlement_batch (created_at) where status = 'OPEN';

-- One user's part of a batch. It brings the chain to a ledger balance and stores the last transfer of that balance.
create table settlement_line (
  batch_id         uuid not null references settlement_batch,
  user_id          uuid not null references user_account,
  amount           bigint not null check (amount > 0),
  balance          bigint not null check (balance >= 0),
  last_transfer_id uuid not null,
  primary key (batch_id, user_id)
);
create index settlement_line_user on settlement_line (user_id, batch_id);

-- The balance that the chain has, or will have when the open batch is confirmed. A user has one open batch for each
-- asset, so that a burn follows the confirmed mint.
create table settlement_position (
  user_id       uuid not null references user_account,
  asset         text not null check (asset in ('XP', 'GEM')),
  settled       bigint not null check (settled >= 0),
  open_batch_id uuid references settlement_batch,
  failures      integer not null default 0,
  retry_at      timestamptz,
  primary key (user_id, asset)
) with (fillfactor = 80);
create index settlement_position_open on settlement_position (open_batch_id) where open_batch_id is not null;
