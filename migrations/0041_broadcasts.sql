-- Broadcasts: messages of staff to a segment of users.

create table broadcast (
  id                  uuid primary key,
  name                text not null check (length(name) between 1 and 120),
  -- The type of its notifications: the preferences of this type apply.
  type                text not null check (type in ('ANNOUNCEMENT', 'SYSTEM')),
  -- {"en": {"title", "body"}}
  texts               jsonb not null check (jsonb_typeof(texts) = 'object'),
  -- The text for users of other languages.
  fallback_language   text not null check (texts ? fallback_language),
  link                text not null check (length(link) <= 200),
  -- {"inApp", "push", "email"}
  channels            jsonb not null,
  -- Conditions that all apply; {} is everybody.
  segment             jsonb not null check (jsonb_typeof(segment) = 'object'),
  messages_per_second integer not null check (messages_per_second between 1 and 200),
  -- Rises with each edit.
  version             integer not null default 1,
  status              text not null default 'DRAFT' check (status in ('DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'STOPPED')),
  created_by          uuid not null,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  send_at             timestamptz,
  started_at          timestamptz,
  finished_at         timestamptz,
  -- Users of the segment when it was sent; more, if the count was capped.
  expected_count      integer,
  is_expected_capped  boolean not null default false,
  -- The last user who was looked at, and the time of the next step. They change with the notifications of a step.
  last_user_id        uuid,
  next_step_at        timestamptz,
  sent_count          integer not null default 0,
  check ((status = 'DRAFT') = (send_at is null)),
  check ((status in ('SENT', 'STOPPED')) = (finished_at is not null))
);
create index broadcast_running on broadcast (id) where status in ('SCHEDULED', 'SENDING');
create index broadcast_by_status on broadcast (status, id desc);
