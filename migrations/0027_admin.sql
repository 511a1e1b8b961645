-- The audit log, ledger audits and daily statistics.

-- One row per action of an administrator or of the command line, inserted in the same transaction. It contains no personal data except ids.
create table audit_entry (
  id           uuid primary key,
  -- Null for an action of the command line.
  actor_id     uuid references user_account,
  actor_role   text not null,
  action       text not null,
  subject_kind text not null,
  subject_id   text not null,
  -- The user that the action concerns, if any.
  user_id      uuid references user_account,
  before       jsonb,
  after        jsonb,
  request_id   text,
  created_at   timestamptz not null
);
create index audit_entry_of_actor on audit_entry (actor_id, id desc);
create index audit_entry_of_action on audit_entry (action, id desc);
create index audit_entry_of_subject on audit_entry (subject_kind, subject_id, id desc);
create index audit_entry_of_user on audit_entry (user_id, id desc) where user_id is not null;

-- The personal details of an entry: the IP address of the actor, and texts about the user. In a separate table, because
-- they are deleted with the account.
create table audit_entry_personal (
  entry_id uuid not null references audit_entry,
  user_id  uuid not null references user_account,
  data     jsonb not null,
  primary key (entry_id, user_id)
);
create index audit_entry_personal_of_user on audit_entry_personal (user_id);

create function audit_reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = '55000';
end $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function audit_reject_change();
create trigger audit_entry_personal_append_only before update or truncate on audit_entry_personal
  for each statement execute function audit_reject_change();

create function audit_reject_personal_delete() returns trigger language plpgsql as $$
begin
  if exists (select from user_account where id = old.user_id and deleted_at is null) then
    raise exception 'personal details of the audit log are deleted only with their account' using errcode = '55000';
  end if;
  return old;
end $$;
create trigger audit_entry_personal_stays before delete on audit_entry_personal
  for each row execute function audit_reject_personal_delete();

-- Ledger audits, requested by an administrator or scheduled. At most one is running.
create table ledger_audit (
  id            uuid primary key,
  requested_by  uuid references user_account,
  requested_at  timestamptz not null,
  finished_at   timestamptz,
  is_ok         boolean,
  checked       jsonb,
  discrepancies jsonb,
  -- The balance of each asset by kind of account: users, contests, battles and orders.
  balances      jsonb,
  check ((finished_at is null) = (is_ok is null))
);
create unique index ledger_audit_running on ledger_audit ((true)) where finished_at is null;
create index ledger_audit_newest on ledger_audit (requested_at desc);

-- Daily counts (UTC). Sixteen shards by the last digit of the user id, so that concurrent updates do not wait for one row.
create table daily_stat (
  day   date not null,
  kind  text not null check (kind in ('REGISTERED', 'DELETED', 'ACTIVE', 'COURSE_COMPLETED', 'LESSON_COMPLETED')),
  shard smallint not null,
  count bigint not null,
  primary key (day, kind, shard)
) with (fillfactor = 70);

-- The last lesson completion that is counted.
create table daily_stat_cursor (
  only_row boolean primary key default true check (only_row),
  last_id  uuid not null
);
insert into daily_stat_cursor (last_id) values ('00000000-0000-0000-0000-000000000000');

-- The rewards that an author promised per day (UTC): every increase counts, also if it is withdrawn later.
create table author_daily_promise (
  user_id uuid not null references user_account,
  day     date not null,
  xp      bigint not null check (xp >= 0),
  gems    bigint not null check (gems >= 0),
  primary key (user_id, day)
);
