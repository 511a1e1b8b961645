-- Notifications: the inbox, devices and deliveries.

-- One notification of one user, rendered in the language that the user had then.
create table notification (
  id                uuid primary key,
  user_id           uuid not null references user_account,
  type              text not null check (type in ('STREAK_MILESTONE', 'STREAK_AT_RISK', 'BADGE_EARNED',
    'CERTIFICATE_READY', 'CONTEST_STARTING', 'CONTEST_RESULT', 'BATTLE_RESULT', 'PROJECT_ASSESSED', 'REFERRAL_BONUS',
    'PAYMENT_UPDATE', 'SUBSCRIPTION_UPDATE', 'COURSE_CHANGED', 'ANNOUNCEMENT', 'SYSTEM')),
  -- A user gets one notification per key: the id of an event, or the day of a reminder.
  dedup_key         text not null check (length(dedup_key) between 1 and 200),
  title             text not null check (length(title) between 1 and 200),
  body              text not null check (length(body) between 1 and 1000),
  -- The page of the app to open, relative to the base of all links.
  link              text not null check (length(link) <= 300),
  language          text not null,
  -- False: the user gets this type only by push or e-mail.
  in_inbox          boolean not null,
  read_at           timestamptz,
  created_at        timestamptz not null,
  -- For retention. An index on created_at would compete with the inbox indexes in query plans.
  created_day       date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  -- Another user whom the text names, and the name as written there. When that user is deleted, the name is replaced.
  mentioned_user_id uuid references user_account,
  mentioned_name    text,
  unique (user_id, dedup_key),
  check ((mentioned_user_id is null) = (mentioned_name is null))
) with (fillfactor = 90);
create index notification_inbox on notification (user_id, created_at desc, id desc) where in_inbox;
create index notification_unread on notification (user_id, created_at desc, id desc) where in_inbox and read_at is null;
create index notification_by_type on notification (user_id, type, created_at desc, id desc) where in_inbox;
create index notification_created_day on notification (created_day);
create index notification_mentioned on notification (mentioned_user_id) where mentioned_user_id is not null;

-- Numbers of notifications, so that no page counts them. Only the triggers below change them.
create table notification_count (
  user_id uuid not null references user_account,
  type    text not null,
  total   integer not null check (total >= 0),
  unread  integer not null check (unread between 0 and total),
  primary key (user_id, type)
) with (fillfactor = 80);

create function notification_update_count() returns trigger language plpgsql as $$
declare
  change record;
begin
  -- Sorted, so that concurrent statements do not deadlock.
  for change in execute
    case tg_op
      when 'INSERT' then 'select user_id, type, count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
        from fresh where in_inbox group by user_id, type order by user_id, type'
      when 'DELETE' then 'select user_id, type, -count(*)::int as total, -(count(*) filter (where read_at is null))::int as unread
        from stale where in_inbox group by user_id, type order by user_id, type'
      else 'select fresh.user_id, fresh.type, 0 as total,
        (count(*) filter (where fresh.read_at is null) - count(*) filter (where stale.read_at is null))::int as unread
        from fresh join stale on stale.id = fresh.id where fresh.in_inbox
        group by fresh.user_id, fresh.type order by fresh.user_id, fresh.type'
    end
  loop
    if change.total > 0 then
      insert into notification_count as known (user_id, type, total, unread)
      values (change.user_id, change.type, change.total, change.unread)
      on conflict (user_id, type) do update set total = known.total + excluded.total, unread = known.unread + excluded.unread;
    elsif change.total <> 0 or change.unread <> 0 then
      update notification_count as known set total = known.total + change.total, unread = known.unread + change.unread
      where known.user_id = change.user_id and known.type = change.type;
    end if;
  end loop;
  return null;
end $$;

create trigger notification_count_insert after insert on notification
  referencing new table as fresh for each statement execute function notification_update_count();
create trigger notification_count_update after update on notification
  referencing old table as stale new table as fresh for each statement execute function notification_update_count();
create trigger notification_count_delete after delete on notification
  referencing old table as stale for each statement execute function notification_update_count();

-- A user's choices; a missing entry has the default of its type.
create table notification_preference (
  user_id     uuid primary key references user_account,
  -- {"BADGE_EARNED": {"push": false}}
  channels    jsonb not null check (jsonb_typeof(channels) = 'object'),
  quiet_start time,
  quiet_end   time,
  updated_at  timestamptz not null,
  check ((quiet_start is null) = (quiet_end is null)),
  check (quiet_start <> quiet_end)
);

-- A device or browser that receives pushes. It belongs to the user who registered it last.
create table device_token (
  id           uuid primary key,
  user_id      uuid not null references user_account,
  platform     text not null check (platform in ('IOS', 'ANDROID', 'WEB')),
  kind         text not null check (kind in ('FCM', 'WEB_PUSH')),
  -- The hash of the FCM token, or of the subscription's endpoint, because the keys of a subscription may change.
  digest       bytea not null unique,
  token        text not null check (length(token) <= 4096),
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  -- The session that registered the device. When the session ends, the device is deleted.
  session_id   uuid
);
create index device_token_of_user on device_token (user_id, last_seen_at desc);
create index device_token_last_seen_at on device_token (last_seen_at);
create index device_token_of_session on device_token (session_id) where session_id is not null;

-- A delivery to a device or mailbox. The scheduled job finds due rows whose own job was lost.
create table notification_delivery (
  id                   uuid primary key,
  notification_id      uuid not null references notification on delete cascade,
  channel              text not null check (channel in ('PUSH', 'EMAIL')),
  -- Null for e-mail, and for a deleted device.
  device_id            uuid references device_token on delete set null,
  state                text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'LOGGED', 'DEAD')),
  attempts             integer not null default 0,
  -- Consecutive attempts without an outcome, because their process died.
  unconfirmed_attempts integer not null default 0,
  next_attempt_at      timestamptz not null,
  expires_at           timestamptz,
  last_error           text,
  finished_at          timestamptz,
  unique (notification_id, device_id),
  check ((state = 'PENDING') = (finished_at is null))
);
create unique index notification_delivery_mail on notification_delivery (notification_id) where channel = 'EMAIL';
create index notification_delivery_pending on notification_delivery (next_attempt_at) where state = 'PENDING';
create index notification_delivery_device on notification_delivery (device_id);

-- Days on which the users of a time zone were reminded.
create table streak_reminder (
  zone text not null,
  day  date not null,
  primary key (zone, day)
);

-- Keys of notifications whose pending deliveries are dropped, because staff stopped the message.
create table withdrawn_notice (
  dedup_key    text primary key,
  withdrawn_at timestamptz not null
);
create index withdrawn_notice_withdrawn_at on withdrawn_notice (withdrawn_at);
