-- The limits of what authors may promise.

-- The rewards that an author promised per day (UTC): every increase counts, also if it is withdrawn later.
create table author_daily_promise (
  user_id uuid not null references user_account,
  day     date not null,
  xp      bigint not null check (xp >= 0),
  gems    bigint not null check (gems >= 0),
  primary key (user_id, day)
);
