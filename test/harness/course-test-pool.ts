import { getStoredQuestions } from '../../src/modules/questions/public/get-questions.ts'
import type { GivenAnswer } from '../../src/modules/questions/public/grade-answers.ts'
import type { QuestionId } from '../../src/modules/questions/public/question.ts'
import { answerOf, solutionOf } from '../../src/modules/questions/public/solution.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'

/** Gives a course these skills and a pool of 24 test questions. */
export async function insertTestPool(db: Db, courseId: string, skills: string[]): Promise<void> {
  const rows = Array.from({ length: 24 }, (_, index) => ({
    id: newId(),
    skill: skills[index % skills.length],
  }))
  await db`
    update course set skills = array(select jsonb_array_elements_text(${skills}::jsonb)) where id = ${courseId}`
  await db`
    insert into question (id, key, topic_id, use, course_key, difficulty, prompt, options, correct_index, explanation,
      skill, html)
    select row.id, row.id::text, topic_id, 'TEST', course.key, 'EASY', 'What is ' || row.id || '?',
      array['right', 'wrong a', 'wrong b', 'wrong c'], 0, 'Because.', row.skill,
      '{"prompt": "<p>What?</p>", "explanation": "<p>Because.</p>", "hint": null, "optionFeedback": null,
        "options": ["right", "wrong a", "wrong b", "wrong c"]}'
    from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, skill text), course where course.id = ${courseId}`
  await db`update catalog_version set version = version + 1`
}

/** The right answers to the questions of an attempt at a course test. */
export async function answerAll(db: Db, attemptId: string): Promise<GivenAnswer[]> {
  const [attempt] = await db<{ seed: string; questionIds: QuestionId[] }>`
    select seed, to_jsonb(question_ids) as "questionIds" from course_test_attempt where id = ${attemptId}`
  const { seed, questionIds } = attempt!
  return (await getStoredQuestions(db, questionIds)).map((question) => {
    const { selectedOption, ...answer } = answerOf(solutionOf(question, seed))
    return { questionId: question.id, ...(selectedOption === undefined ? { answer } : { selectedOption }) }
  })
}
