-- Imports of content over HTTP.

-- An import runs as a job. The archive is stored with the request and deleted when the import has finished.
create table content_import (
  id              uuid primary key,
  -- Owns authored content that the import adds.
  requested_by    uuid not null references user_account,
  archive_missing boolean not null,
  -- SHA-256 of the archive: the same archive is imported once at a time.
  digest          bytea not null check (length(digest) = 32),
  archive         bytea,
  state           text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- The kind of content that is being written, and how many of its items are written.
  step            text,
  done            integer not null default 0,
  total           integer not null default 0,
  -- What the import did, by pack.
  packs           jsonb not null default '[]',
  -- File, line and message of everything that prevented the import.
  faults          jsonb not null default '[]',
  requested_at    timestamptz not null,
  finished_at     timestamptz,
  check ((finished_at is not null) = (state in ('DONE', 'FAILED'))),
  check ((archive is null) = (finished_at is not null))
);
create unique index content_import_unfinished on content_import (digest, archive_missing) where finished_at is null;
create index content_import_age on content_import (finished_at);
