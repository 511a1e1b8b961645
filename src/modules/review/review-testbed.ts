import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { testSubmitted } from '../../events/course-tests.ts'
import { lessonCompleted, questionAnswered } from '../../events/progress.ts'
import { DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Difficulty, QuestionId, TopicId } from '../questions/public/question.ts'
import { toContentColumns } from '../questions/public/question-columns.ts'
import type { QuestionContent } from '../questions/public/question-content.ts'
import type { Day } from '../streaks/public/streak.ts'
import type { ReviewCardView } from './card-view.ts'
import { addAnsweredQuestion, addLessonFlashcards, addTestQuestions } from './on-learning-event.ts'
import { reviewRoutes } from './routes.ts'
import type { ReviewCardId } from './scheduler.ts'

/** The text of the correct option of every inserted question. */
const RIGHT = 'right'
const OPTIONS = ['wrong a', RIGHT, 'wrong b', 'wrong c']

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Data = any

export interface ReviewTestbed extends LearningTestbed {
  /** The clock of the service; only the test moves it. */
  time: { now(): Date; set(moment: string): void; passDays(days: number): void }
  insertQuestions(count: number, details?: QuestionDetails): Promise<QuestionId[]>
  /** Inserts a question of any type. */
  insertQuestion(content: QuestionContent): Promise<QuestionId>
  /** Inserts cards without an answer that are due on a day. */
  insertCards(userId: UserId, questionIds: QuestionId[], dueOn: Day): Promise<ReviewCardId[]>
  /** Sends a request that succeeds. */
  ask(route: string, userId: UserId, body?: unknown): Promise<Data>
  session(userId: UserId, limit?: number): Promise<ReviewCardView[]>
  /** Answers a card of a session, correctly or not. */
  answer(userId: UserId, card: ReviewCardView, isRight: boolean, more?: object): Promise<Data>
}

interface QuestionDetails {
  topicId?: TopicId
  use?: 'PRACTICE' | 'CHALLENGE' | 'RESERVED'
  difficulty?: Difficulty
  prompt?: string
}

/** Serves the endpoints of review and of lessons, with the reactions that create cards. */
export async function createReviewTestbed(): Promise<ReviewTestbed> {
  let at = Date.parse('2026-11-02T12:00:00Z')
  useClock(() => at)
  const learning = await createLearningTestbed({
    reactions: reactionTable([
      on(questionAnswered, { inTransaction: [addAnsweredQuestion] }),
      on(lessonCompleted, { inTransaction: [addLessonFlashcards()] }),
      on(testSubmitted, { inTransaction: [addTestQuestions] }),
    ]),
    endpoints: reviewRoutes,
  })
  const db = learning.test.database.query
  const [topic] = await db<{ id: TopicId }>`select id from topic order by key limit 1`
  const testbed: ReviewTestbed = {
    ...learning,
    time: {
      now: () => new Date(at),
      set: (moment) => {
        at = Date.parse(moment)
      },
      passDays: (days) => {
        at += days * DAY_MS
      },
    },
    insertQuestions: async (count, details = {}) => {
      const { topicId = topic!.id, use = 'PRACTICE', difficulty = 'EASY', prompt } = details
      const rows = Array.from({ length: count }, () => {
        const id = newId<'Question'>()
        return { id, prompt: prompt ?? `What is ${id}?` }
      })
      await db`
        insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, html)
        select id, id::text, ${topicId}, ${use}, ${difficulty}, prompt, ${OPTIONS}::text[], 1, 'Because.',
          jsonb_build_object('prompt', prompt, 'explanation', 'Because.', 'options', ${OPTIONS}::text[])
        from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, prompt text)`
      return rows.map(({ id }) => id)
    },
    insertQuestion: async (content) => {
      const id = newId<'Question'>()
      const texts = {
        prompt: 'Well?',
        explanation: 'Because.',
        hint: null,
        optionFeedback: null,
        skill: null,
      }
      const columns = toContentColumns({ ...texts, ...content })
      await db`
        insert into question (id, key, topic_id, use, difficulty, type, prompt, options, correct_index, content,
          explanation, html)
        values (${id}, ${id}::text, ${topic!.id}, 'PRACTICE', 'EASY', ${columns.type}, ${texts.prompt},
          ${columns.options}::text[], ${columns.correctIndex}, ${columns.content}::jsonb, ${texts.explanation},
          ${columns.html}::jsonb)`
      return id
    },
    insertCards: async (userId, questionIds, dueOn) => {
      const cards = questionIds.map((questionId) => ({ id: newId<'ReviewCard'>(), questionId }))
      await db`
        insert into review_card (id, user_id, question_id, source, created_at, due_on)
        select id, ${userId}, "questionId", 'BATTLE', now(), ${dueOn}::date
        from jsonb_to_recordset(${cards}::jsonb) as row (id uuid, "questionId" uuid)`
      return cards.map(({ id }) => id)
    },
    ask: async (route, userId, body) => {
      const response = await learning.call(route, userId, body)
      assert(response.status < 300, `${route}: ${response.status} ${JSON.stringify(response.body)}`)
      return response.body.data
    },
    session: async (userId, limit = 100) =>
      (await testbed.ask(`GET /review/session?limit=${limit}`, userId)).cards,
    answer: (userId, { id, repetition, question }, isRight, more = {}) =>
      testbed.ask(`POST /review/cards/${id}/answers`, userId, {
        repetition,
        answer: { selectedOption: optionsOf(question).findIndex((text) => (text === RIGHT) === isRight) },
        ...more,
      }),
    stop: async () => {
      await learning.stop()
      useSystemClock()
    },
  }
  return testbed
}

/** The shown options of a choice question. */
export function optionsOf(question: ReviewCardView['question']): string[] {
  assert(question && 'options' in question, 'the card is not a choice question')
  return question.options
}
