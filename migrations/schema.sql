-- What all migrations together make. Written by `bun scripts/schema.ts --write`; do not edit.

create table idempotency_record (
  scope text not null,
  route text not null,
  key_digest bytea not null,
  body_digest bytea not null,
  status integer,
  sealed_answer bytea,
  locked_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint idempotency_record_pkey PRIMARY KEY (scope, route, key_digest)
);
CREATE INDEX idempotency_record_created_at ON public.idempotency_record USING btree (created_at);

create table one_time_code (
  purpose text not null,
  subject text not null,
  code_digest bytea not null,
  expires_at timestamp with time zone not null,
  attempts integer default 0 not null,
  used_at timestamp with time zone,
  sent_at timestamp with time zone not null,
  day_started_at timestamp with time zone not null,
  sent_in_day integer default 1 not null,
  constraint one_time_code_pkey PRIMARY KEY (purpose, subject)
);
CREATE INDEX one_time_code_expires_at ON public.one_time_code USING btree (expires_at);

create table outbox (
  id uuid not null,
  job text not null,
  data jsonb not null,
  start_after timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

create table outgoing_mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  sealed_body bytea not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_fault text,
  constraint outgoing_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_mail_owed ON public.outgoing_mail USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX outgoing_mail_recipient ON public.outgoing_mail USING btree (lower(recipient), created_at DESC);

create table rate_limit (
  bucket text not null,
  arrival bigint not null,
  constraint rate_limit_pkey PRIMARY KEY (bucket)
) with (fillfactor=70);

create table recovery_code (
  user_id uuid not null,
  digest bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, digest),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);

create table refresh_token (
  digest bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_token_pkey PRIMARY KEY (digest),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_expires_at ON public.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table session (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  user_agent text,
  address text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX session_of_user ON public.session USING btree (user_id, created_at DESC) WHERE (revoked_at IS NULL);
CREATE INDEX session_revoked ON public.session USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

create table signing_key (
  key_id text not null,
  sealed_key bytea not null,
  created_at timestamp with time zone not null,
  active_from timestamp with time zone not null,
  constraint signing_key_pkey PRIMARY KEY (key_id)
);

create table social_identity (
  provider text not null,
  subject text not null,
  user_id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  constraint social_identity_pkey PRIMARY KEY (provider, subject),
  constraint social_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint social_identity_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text])))
);
CREATE INDEX social_identity_user ON public.social_identity USING btree (user_id);

create table two_factor (
  user_id uuid not null,
  sealed_secret bytea not null,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);

create table user_account (
  id uuid not null,
  email text not null,
  username text not null,
  role text default 'USER'::text not null,
  country text,
  bio text,
  language text default 'en'::text not null,
  time_zone text default 'UTC'::text not null,
  avatar_key text,
  password_hash text,
  email_verified_at timestamp with time zone,
  two_factor_enabled_at timestamp with time zone,
  suspended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint user_account_pkey PRIMARY KEY (id),
  constraint user_account_bio_check CHECK ((length(bio) <= 500)),
  constraint user_account_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint user_account_email_check CHECK ((length(email) <= 254)),
  constraint user_account_role_check CHECK ((role = ANY (ARRAY['USER'::text, 'CREATOR'::text, 'SUPPORT'::text, 'ADMIN'::text]))),
  constraint user_account_username_check CHECK (((length(username) >= 3) AND (length(username) <= 40)))
);
CREATE UNIQUE INDEX user_account_email ON public.user_account USING btree (lower(email));
CREATE UNIQUE INDEX user_account_username ON public.user_account USING btree (lower(username));
