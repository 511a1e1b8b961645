-- Promotions: popups and banners, their audience and how often one user sees them.
create table promotion (
  id                 uuid primary key,
  -- A promotion that ships with the product has a key, so that it is created once.
  key                text unique,
  kind               text not null check (kind in ('POPUP', 'BANNER')),
  title              text not null,
  subtitle           text,
  body_text          text,
  image_url          text,
  cta_text           text,
  cta_action         text not null,
  cta_payload        jsonb not null,
  priority           integer not null,
  dismissible        boolean not null,
  -- Empty: all countries or languages.
  countries          text[] not null,
  languages          text[] not null,
  starts_at          timestamptz,
  ends_at            timestamptz,
  is_enabled         boolean not null,
  new_user_days      integer check (new_user_days > 0),
  for_subscribers    boolean,
  min_level          integer check (min_level > 0),
  max_level          integer check (max_level >= coalesce(min_level, 1)),
  cap_times          integer check (cap_times > 0),
  cap_hours          integer check (cap_hours is null or (cap_hours > 0 and cap_times is not null)),
  reshow_after_hours integer check (reshow_after_hours > 0),
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  check (ends_at > starts_at)
);
create index promotion_newest on promotion (created_at desc, id desc);
create index promotion_enabled on promotion (ends_at) where is_enabled;

-- The state of one promotion for one user. It has no foreign key to the promotion, which every report would have to lock;
-- promotions are never deleted.
create table promotion_user_state (
  user_id               uuid not null references user_account,
  promotion_id          uuid not null,
  -- How often a promotion with a frequency cap was shown in the current window.
  times_shown           integer not null default 0 check (times_shown >= 0),
  cap_window_started_at timestamptz,
  impressions           integer not null default 0 check (impressions >= 0),
  last_impression_at    timestamptz,
  clicks                integer not null default 0 check (clicks >= 0),
  dismissed_at          timestamptz,
  primary key (user_id, promotion_id)
) with (fillfactor = 80);
create index promotion_user_state_promotion on promotion_user_state (promotion_id);

-- Daily statistics of a promotion, without users. In shards, so that concurrent reports do not wait for one row.
create table promotion_daily_stat (
  promotion_id uuid not null,
  day          date not null,
  -- 'ZZ' if unknown.
  country      text not null,
  shard        smallint not null,
  impressions  bigint not null default 0,
  -- Users who had their first impression, or their first click.
  reach        bigint not null default 0,
  clicks       bigint not null default 0,
  clickers     bigint not null default 0,
  dismissals   bigint not null default 0,
  primary key (promotion_id, day, country, shard)
) with (fillfactor = 70);
