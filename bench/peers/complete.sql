-- One first completion of a lesson as one function: the rows that Lyceum writes for it, with the guards that need a
-- look into the database, and nothing around it. This is the floor that the endpoint is measured from.
--
-- Left out: freezes and milestones of a streak, paths and nights for badges. None of them happens in the benchmark,
-- which has its learners learn at noon of one day, in courses of no path.

-- What Lyceum holds in memory: the lessons in the order in which everybody does them.
create table bench_lesson (
  number       integer primary key,
  lesson_id    uuid not null,
  course_id    uuid not null,
  previous_id  uuid,
  delete_after_sending      boolean not null,
  xp           integer not null,
  gems         integer not null,
  bonus_xp     integer not null,
  bonus_gems   integer not null,
  question_ids uuid[] not null
);

-- What Lyceum has from the token: who it is. `done` is written between bursts only.
create table bench_learner (
  number  integer primary key,
  user_id uuid not null,
  done    integer not null default 0
);

-- The flashcards of the lessons, which become cards for review.
create table bench_flashcard (
  lesson_id    uuid not null,
  flashcard_id uuid not null,
  primary key (lesson_id, flashcard_id)
);
with made as (
  select lesson.id as lesson_id, uuidv7() as flashcard_id, slide ->> 'front' as front, slide ->> 'back' as back
  from lesson, jsonb_path_query(slides, '$[*] ? (@.type == "FLASHCARD")') as slide
), stored as (
  insert into review_flashcard (id, front, back) select flashcard_id, front, back from made
)
insert into bench_flashcard select lesson_id, flashcard_id from made;

create function bench_add_xp(learner uuid, amount integer, at timestamptz) returns void language sql as $$
  with lasting as (
    insert into period_score as held (user_id, period, starts_on, xp, reached_at)
    values (learner, 'all-time', 'epoch', amount, at)
    on conflict (user_id, period, starts_on) do update
      set xp = held.xp + excluded.xp, reached_at = greatest(held.reached_at, excluded.reached_at)
    returning new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
      new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
  ), passing as (
    insert into period_score as held (user_id, period, starts_on, xp, reached_at, is_hidden)
    select learner, board.period, board.starts_on, amount, at, lasting.is_hidden
    from lasting, (values ('month', date_trunc('month', at at time zone 'UTC')::date),
      ('week', date_trunc('week', at at time zone 'UTC')::date)) board (period, starts_on)
    on conflict (user_id, period, starts_on) do update
      set xp = held.xp + excluded.xp, reached_at = greatest(held.reached_at, excluded.reached_at)
    returning new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
      new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
  )
  insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
  select period, starts_on, learner, old_xp, old_reached_at, new_xp, new_reached_at
  from (select * from lasting union all select * from passing) moved
  where not is_hidden
$$;

create function bench_pay(learner uuid, source text, reason text, at timestamptz, xp integer, gems integer)
returns void language plpgsql as $$
begin
  perform ledger_post(uuidv7(), source, reason, at, jsonb_build_array(
    jsonb_build_object('account', 'house:issuance', 'asset', 'XP', 'amount', -xp),
    jsonb_build_object('account', 'house:issuance', 'asset', 'GEM', 'amount', -gems),
    jsonb_build_object('account', 'user:' || learner, 'asset', 'XP', 'amount', xp),
    jsonb_build_object('account', 'user:' || learner, 'asset', 'GEM', 'amount', gems)));
  perform bench_add_xp(learner, xp, at);
end $$;

-- Counts an item for a badge, unless the badge is completed.
create function bench_mark(learner uuid, type text, required integer, what text, at timestamptz)
returns void language plpgsql as $$
begin
  if exists (select from badge_progress
    where user_id = learner and badge_type = type and completed_at is not null) then return; end if;
  insert into badge_counted_item (user_id, badge_type, item) values (learner, type, what) on conflict do nothing;
  if not found then return; end if;
  insert into badge_progress as held (user_id, badge_type, current_progress, completed_at)
  values (learner, type, 1, case when required = 1 then at end)
  on conflict (user_id, badge_type) do update set current_progress = held.current_progress + 1,
    completed_at = case when held.current_progress + 1 >= required then at end;
end $$;

create function bench_complete(learner_number integer, pass integer) returns void language plpgsql as $$
declare
  at constant timestamptz := clock_timestamp();
  completion constant uuid := uuidv7();
  learner bench_learner;
  lesson bench_lesson;
  enrolled enrollment;
  completed uuid[];
  zone text;
  today date;
  last_day date;
begin
  select * into strict learner from bench_learner where number = learner_number;
  select * into strict lesson from bench_lesson where number = learner.done + pass;
  select time_zone into strict zone from user_account
  where id = learner.user_id and deleted_at is null and suspended_at is null;
  today := (at at time zone zone)::date;

  insert into enrollment (id, user_id, course_id, enrolled_at)
  values (uuidv7(), learner.user_id, lesson.course_id, at)
  on conflict (user_id, course_id) do nothing;
  select * into strict enrolled from enrollment
  where user_id = learner.user_id and course_id = lesson.course_id for no key update;
  select array_agg(lesson_id) into completed from lesson_completion
  where user_id = learner.user_id and course_id = lesson.course_id;
  if lesson.previous_id <> all(completed) then raise exception 'the lesson is locked'; end if;
  if lesson.lesson_id = any(completed) then raise exception 'the lesson is completed'; end if;
  perform count(*) from lesson_answer
  where user_id = learner.user_id and question_id = any(lesson.question_ids);

  insert into streak (user_id, last_at, last_time_zone) values (learner.user_id, at, zone)
  on conflict (user_id) do update set last_at = greatest(streak.last_at, excluded.last_at),
    last_time_zone = excluded.last_time_zone
  returning old.last_day into last_day;
  if last_day is null or last_day < today then
    insert into streak_day (user_id, day, status) values (learner.user_id, today, 'DONE');
    update streak set current_days = current_days + 1, longest_days = greatest(longest_days, current_days + 1),
      started_on = coalesce(started_on, today), last_day = today
    where user_id = learner.user_id;
    insert into badge_progress as held (user_id, badge_type, current_progress)
    select learner.user_id, type, current_days
    from streak, unnest(array['SEVEN_DAY_STREAK', 'THIRTY_DAY_STREAK']) type where user_id = learner.user_id
    on conflict (user_id, badge_type) do update set current_progress = excluded.current_progress;
  end if;

  insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
  values (completion, learner.user_id, lesson.lesson_id, lesson.course_id, at);
  perform bench_pay(learner.user_id, 'lesson:' || completion, 'lesson completed', at, lesson.xp, lesson.gems);
  perform bench_mark(learner.user_id, 'FIRST_STEPS', 1, lesson.lesson_id::text, at);
  insert into review_card (id, user_id, flashcard_id, source, lesson_id, created_at, due_on)
  select uuidv7(), learner.user_id, flashcard_id, 'LESSON', lesson.lesson_id, at, today + 1
  from bench_flashcard as flashcard where flashcard.lesson_id = lesson.lesson_id
  on conflict (user_id, flashcard_id) where flashcard_id is not null do nothing;
  if lesson.delete_after_sending then
    update enrollment set completed_at = at where id = enrolled.id;
    perform bench_pay(learner.user_id, 'course:' || enrolled.id, 'course completed', at,
      lesson.bonus_xp, lesson.bonus_gems);
    perform count(*) from enrollment where user_id = learner.user_id and completed_at is not null;
    perform bench_mark(learner.user_id, 'COURSE_EXPLORER', 3, lesson.course_id::text, at);
  end if;
end $$;
