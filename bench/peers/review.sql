-- One answer to a card as one function: the rows that Lyceum writes for it, with the reads that need a look into the
-- database, and nothing around it. FSRS is left out: the intervals are constants. This is the floor that the endpoint
-- is measured from.

-- The cards of the learners in the order in which they are answered.
create table bench_review_card (
  learner_number integer not null,
  pass           integer not null,
  card_id        uuid not null,
  user_id        uuid not null,
  primary key (learner_number, pass)
);

create function bench_review(learner_number integer, wanted integer) returns void language plpgsql as $$
declare
  at constant timestamptz := clock_timestamp();
  chosen bench_review_card;
  learner review_learner;
  card review_card;
  key question;
  zone text;
  today date;
  state jsonb;
begin
  select * into strict chosen from bench_review_card as listed
  where listed.learner_number = bench_review.learner_number and listed.pass = wanted;
  select * into strict learner from review_learner where user_id = chosen.user_id for no key update;
  select * into strict card from review_card
  where id = chosen.card_id and user_id = chosen.user_id for no key update;
  select time_zone into strict zone from user_account where id = chosen.user_id and deleted_at is null;
  today := (at at time zone zone)::date;
  if card.due_on > today then raise exception 'the card is not due'; end if;
  select * into strict key from question where id = card.question_id;
  state := jsonb_build_object('repetitions', card.repetitions, 'lapses', card.lapses, 'stability', card.stability,
    'difficulty', card.difficulty, 'lastReviewedOn', card.last_reviewed_on, 'dueOn', card.due_on);

  update review_card set repetitions = repetitions + 1, stability = 0.212, difficulty = 6.4133,
    last_reviewed_on = today, due_on = today + 1, logged_answers = logged_answers + 1
  where id = card.id;
  insert into review_log (card_id, number, user_id, repetition, source, is_correct, answer, used_hint, time_ms, rating,
    answered_at, before, after)
  values (card.id, card.logged_answers + 1, chosen.user_id, card.repetitions + 1, 'REVIEW', false,
    '{"selectedOption": 0}', false, 3000, 'AGAIN', at, state, state || jsonb_build_object('dueOn', today + 1));
  update review_learner set last_day = today, answers_of_last_day = answers_of_last_day + 1,
    recent_times_ms = (recent_times_ms || 3000)[greatest(1, cardinality(recent_times_ms) - 23):],
    last_card_id = card.id, last_number = card.logged_answers + 1
  where user_id = chosen.user_id;
  insert into mastery_answer (user_id, question_id, is_correct, is_repeat, answered_at)
  values (chosen.user_id, card.question_id, false, card.repetitions > 0, at);
end $$;
