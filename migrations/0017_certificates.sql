-- Documents that a token names by their content (`ipfs://<cid>`). Whom or what one is about is kept beside it, so that
-- it can be taken back: the name on the chain then leads nowhere.
create table ipfs_document (
  cid        text primary key,
  about      text not null,
  content    text not null,
  created_at timestamptz not null
);
create index ipfs_document_subject on ipfs_document (about);

-- A certificate for a user and a course, and how far the chain is with it. What is wished is in `status`,
-- `metadata_cid`; what the chain has, in `token_id`, `chain_cid`, `revoked_on_chain_at`. Where they differ, one
-- transaction at a time is owed.
create table certificate (
  id                  uuid primary key,
  user_id             uuid not null references user_account,
  course_id           uuid not null,
  number              text not null unique check (number ~ '^LYC-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$'),
  -- Null when its owner has left.
  student_name        text check (length(student_name) between 2 and 80),
  course_title        text not null,
  course_description  text not null,
  issued_at           timestamptz not null,
  status              text not null default 'MINTING' check (status in ('MINTING', 'MINTED', 'FAILED', 'REVOKED')),
  metadata_cid        text not null,
  owner_address       text,
  -- The document that the token names, or will name when it is minted.
  chain_cid           text,
  token_id            text,
  transaction_hash    text,
  minted_at           timestamptz,
  revoked_at          timestamptz,
  revocation_reason   text,
  revoked_on_chain_at timestamptz,
  -- The transaction that is under way; when there is none and one is owed, `retry_at` says when to try.
  pending             text check (pending in ('MINT', 'SET_URI', 'REVOKE')),
  retry_at             timestamptz,
  failures            integer not null default 0 check (failures >= 0),
  failure             text,
  -- Its place in the list of what is revoked.
  status_index        bigint generated always as identity unique,
  unique (user_id, course_id),
  check ((status in ('MINTED', 'REVOKED')) = (token_id is not null)),
  check ((token_id is null) = (transaction_hash is null)),
  check ((status = 'REVOKED') = (revoked_at is not null)),
  check ((revoked_at is null) = (revocation_reason is null)),
  check (pending is null or retry_at is null)
);
create index certificate_retry_due on certificate (retry_at) where retry_at is not null;
-- As the code calls it.
create view certificate_row as
  select id, user_id as "userId", course_id as "courseId", number, student_name as "studentName",
    course_title as "courseTitle", course_description as "courseDescription", issued_at as "issuedAt", status,
    metadata_cid as "metadataCid", owner_address as "ownerAddress", chain_cid as "chainCid", token_id as "tokenId",
    transaction_hash as "transactionHash", revoked_at as "revokedAt", revocation_reason as "revocationReason",
    revoked_on_chain_at as "revokedOnChainAt", pending, failures, status_index as "statusIndex"
  from certificate;
create index certificate_revoked on certificate (status_index) where status = 'REVOKED';

-- Keys that sign credentials. They are kept for ever, because what they signed is.
create table credential_key (
  key_id     text primary key,
  public_key text not null,
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- A badge that is completed is owed to the chain until it is minted.
alter table badge_progress
  add column mint_started_at   timestamptz,
  add column mint_failures   integer not null default 0,
  add column mint_retry_at timestamptz;
create index badge_progress_mint_due on badge_progress (mint_retry_at)
  where completed_at is not null and minted_at is null and mint_started_at is null;
