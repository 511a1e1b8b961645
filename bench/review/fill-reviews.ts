import { makeLearners } from '../complete-lesson/learners.ts'

/** Cards that are due today for a learner who reads the queue, whatever the number of all cards is. */
const DUE_CARDS = 60

/** Inserts questions of one topic, enough for the learner with the most cards. */
export async function makeQuestions(sql: Bun.SQL, count: number): Promise<void> {
  await sql`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, html)
    select uuidv7(), 'bench-review:' || number, (select id from topic order by key limit 1), 'PRACTICE', 'EASY',
      'What is number ' || number || '?', array['right', 'wrong a', 'wrong b', 'wrong c'], 0, 'Because it is.',
      jsonb_build_object('prompt', '<p>What is number ' || number || '?</p>', 'explanation', '<p>Because it is.</p>',
        'hint', null, 'optionFeedback', null, 'options', jsonb_build_array('right', 'wrong a', 'wrong b', 'wrong c'))
    from generate_series(1, ${count}) as number`
  await sql`
    create table bench_question as
    select id, row_number() over (order by id) as number from question where key like 'bench-review:%'`
  await sql`create unique index on bench_question (number)`
}

/**
 * Inserts learners who have reviewed before, with this number of cards. They have more than ten reviews of today, so
 * that no answer extends a streak.
 */
export async function makeReviewers(
  sql: Bun.SQL,
  { name, learners, cards, due }: { name: string; learners: number; cards: number; due: number },
): Promise<string[]> {
  const userIds = await makeLearners(sql, name, learners)
  await sql`
    insert into review_learner (user_id, daily_limit, last_day, answers_of_last_day, recent_times_ms)
    select id::uuid, 500, (now() at time zone time_zone)::date, 100, array_fill(3000, array[25])
    from jsonb_array_elements_text(${userIds}::jsonb) as wanted (wanted_id) join user_account on id = wanted_id::uuid`
  await sql`
    insert into review_card (id, user_id, question_id, source, created_at, due_on)
    select uuidv7(), wanted_id::uuid, bench_question.id, 'LESSON', now(),
      case when number <= ${due} then current_date - 2 else current_date + 2 + (number % 365)::integer end
    from jsonb_array_elements_text(${userIds}::jsonb) as wanted (wanted_id), bench_question where number <= ${cards}`
  return userIds
}

export async function makeQueues(sql: Bun.SQL, cards: number, learners: number): Promise<string[]> {
  return makeReviewers(sql, { name: `queue${cards}x`, learners, cards, due: DUE_CARDS })
}
