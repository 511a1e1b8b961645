-- The audit log of the actions of staff.


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
