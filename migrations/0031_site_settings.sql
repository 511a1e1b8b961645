-- Site settings: what the operator chooses for the installation, and whether its first run is over.

-- At most one row; without it the defaults apply.
create table site_settings (
  only_row   boolean primary key default true check (only_row),
  name       text not null check (char_length(name) between 1 and 40),
  language   text not null check (language in ('en', 'fr', 'pt', 'sw', 'ar')),
  -- The name of an accent, or a colour as #rrggbb.
  accent     text not null,
  updated_at timestamptz not null
);

-- At most one row. A null leaves the setting to the environment of the process.
create table runtime_settings (
  only_row        boolean primary key default true check (only_row),
  -- Counts the changes, so that an administrator does not overwrite a change that was not seen.
  version         integer not null check (version > 0),
  is_sign_up_open boolean,
  are_stakes_on   boolean,
  -- {count, windowSeconds}
  general_limit   jsonb check (jsonb_typeof(general_limit) = 'object'),
  -- {courseXp, courseGems, poolGems, dailyXp, dailyGems}
  creator_limits  jsonb check (jsonb_typeof(creator_limits) = 'object'),
  -- {gems, xp}
  grant_limits    jsonb check (jsonb_typeof(grant_limits) = 'object'),
  updated_at      timestamptz not null
);

-- One row. The setup is open until an administrator was created for the first time, and never opens again.
create table site_setup (
  only_row  boolean primary key default true check (only_row),
  -- The token of the setup is derived from it and from the secret key: another database has another token.
  salt      bytea not null default uuid_send(gen_random_uuid()),
  closed_at timestamptz
);
insert into site_setup default values;

create function site_setup_reject_reopening() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.closed_at is not null and new.closed_at is null) then
    raise exception 'a closed setup stays closed' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger site_setup_stays_closed before update or delete on site_setup
  for each row execute function site_setup_reject_reopening();
