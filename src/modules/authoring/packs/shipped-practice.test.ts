import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gradeAnswer } from '../../questions/public/grade-answer.ts'
import { toQuestionText } from '../../questions/public/import-questions.ts'
import { presentQuestion } from '../../questions/public/present-question.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { compileQuestionHtml } from '../../questions/public/question-html.ts'
import { answerOf, solutionOf } from '../../questions/public/solution.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'
import type { Pack, PracticeQuiz } from '../public/pack.ts'
import { practiceKeyOf } from '../public/question-keys.ts'
import { readPack } from './read-pack.ts'

const CONTENT = join(import.meta.dir, '../../../../content')
const COURSES = readdirSync(join(CONTENT, 'courses'))

let pack: Pack
beforeAll(async () => {
  const read = await readPack(CONTENT)
  expect(read.errors).toEqual([])
  pack = read.pack!
})

function storedOf(course: string, quiz: PracticeQuiz): StoredQuestion {
  const key = practiceKeyOf(course, quiz.key)
  const text = toQuestionText({ ...quiz, key, topicKey: 'any', use: 'PRACTICE' })
  const { prompt, explanation, hint, optionFeedback, skill, ...content } = text
  const id = key as QuestionId
  const question = { ...content, id, prompt, explanation, hint, optionFeedback, skill }
  return { ...question, html: compileQuestionHtml(text) } as StoredQuestion
}

describe.each(COURSES)('the practice questions of %s', (course) => {
  const of = () => pack.courses.find(({ key }) => key === course)!

  test('are at least ten of at least four types, for every skill and every lesson, each with a hint', () => {
    const { practiceQuestions, skills, lessons } = of()
    expect(practiceQuestions.length).toBeGreaterThanOrEqual(10)
    const types = new Set(practiceQuestions.map((quiz) => quiz.type ?? 'SINGLE_CHOICE'))
    expect(types.size).toBeGreaterThanOrEqual(4)
    const asked = new Set(practiceQuestions.map(({ skill }) => skill))
    expect(skills.filter((skill) => !asked.has(skill))).toEqual([])
    const lessonKeys = practiceQuestions.map(({ lesson }) => lesson)
    expect(lessons.filter(({ key }) => !lessonKeys.includes(key))).toEqual([])
    expect(practiceQuestions.filter(({ lesson, hint }) => !lesson || !hint)).toEqual([])
  })

  test('accept their own solutions, in any order of their options', () => {
    for (const quiz of of().practiceQuestions) {
      const question = storedOf(course, quiz)
      for (const seed of ['a', 'b', 'c']) {
        const answer = answerOf(solutionOf(question, seed))
        expect([quiz.key, gradeAnswer(question, seed, answer).isCorrect]).toEqual([quiz.key, true])
        expect(JSON.stringify(presentQuestion(question, seed))).not.toContain(question.explanation)
      }
    }
  })
})
