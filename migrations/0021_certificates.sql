-- Certificates and the keys that sign credentials.

-- A certificate of a user for a course. `status` and `metadata_cid` are the wanted state; `token_id`, `chain_cid` and
-- `revoked_on_chain_at` are the state on the chain. While they differ, one transaction at a time is sent.
create table certificate (
  id                  uuid primary key,
  user_id             uuid not null references user_account,
  course_id           uuid not null,
  number              text not null unique check (number ~ '^LYC-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$'),
  -- Null after the account was deleted.
  student_name        text check (length(student_name) between 2 and 80),
  course_title        text not null,
  course_description  text not null,
  -- The estimated study time of the lessons at the claim; 0 if it is unknown.
  course_minutes      integer not null default 0 check (course_minutes >= 0),
  -- The passed course test: score, pass mark, time and skills. Null for a certificate of completion only.
  verified            jsonb,
  -- The passed project of the course: title, percentage and time.
  project             jsonb,
  issued_at           timestamptz not null,
  status              text not null default 'MINTING' check (status in ('MINTING', 'MINTED', 'FAILED', 'REVOKED')),
  metadata_cid        text not null,
  -- The content that the stored image and PDF show; null while there are none.
  drawn_content       text,
  owner_address       text,
  -- The document that the token points to, or that the pending mint contains.
  chain_cid           text,
  token_id            text,
  transaction_hash    text,
  minted_at           timestamptz,
  revoked_at          timestamptz,
  revocation_reason   text,
  revoked_on_chain_at timestamptz,
  -- The transaction in progress. While there is none, `retry_at` is the time of the next attempt.
  pending_step        text check (pending_step in ('MINT', 'SET_URI', 'REVOKE')),
  retry_at            timestamptz,
  failed_attempts     integer not null default 0 check (failed_attempts >= 0),
  last_error          text,
  -- The position in the status list of revoked credentials.
  status_index        bigint generated always as identity unique,
  unique (user_id, course_id),
  check ((status in ('MINTED', 'REVOKED')) = (token_id is not null)),
  check ((token_id is null) = (transaction_hash is null)),
  check ((status = 'REVOKED') = (revoked_at is not null)),
  check ((revoked_at is null) = (revocation_reason is null)),
  check (pending_step is null or retry_at is null)
);
-- For the stats of a course.
create index certificate_of_course on certificate (course_id, issued_at);
-- Staff list certificates by status, newest first.
create index certificate_of_status on certificate (status, id desc);
create index certificate_retry_due on certificate (retry_at) where retry_at is not null;
-- The columns under their names in the code.
create view certificate_row as
  select id, user_id as "userId", course_id as "courseId", number, student_name as "studentName",
    course_title as "courseTitle", course_description as "courseDescription", issued_at as "issuedAt", status,
    metadata_cid as "metadataCid", owner_address as "ownerAddress", chain_cid as "chainCid", token_id as "tokenId",
    transaction_hash as "transactionHash", revoked_at as "revokedAt", revocation_reason as "revocationReason",
    revoked_on_chain_at as "revokedOnChainAt", pending_step as "pendingStep",
    failed_attempts as "failedAttempts", status_index as "statusIndex", drawn_content as "drawnContent", verified,
    course_minutes as "courseMinutes", project
  from certificate;
create index certificate_revoked on certificate (status_index) where status = 'REVOKED';
-- The age of the oldest certificate without a token, for metrics.
create index certificate_unminted on certificate (issued_at) where token_id is null;

-- Keys that sign credentials. They are never deleted, because credentials do not expire.
create table credential_key (
  key_id     text primary key,
  public_key text not null,
  sealed_key bytea not null,
  created_at timestamptz not null
);
