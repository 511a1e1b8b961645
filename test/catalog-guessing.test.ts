import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNearChance } from '../src/modules/content-lint/guess-score.ts'
import { optionsOf, type QuestionSet } from '../src/modules/content-lint/question-set.ts'
import { readLintedContent } from '../src/modules/content-lint/read-linted-content.ts'
import { placeCorrectAnswer } from '../src/modules/questions/public/import-questions.ts'
import { DIFFICULTIES, type QuestionId, shuffleOptions } from '../src/modules/questions/public/question.ts'

const CATALOG = join(import.meta.dir, '../content')
const { sets } = await readLintedContent(CATALOG)
/** Questions that are a choice of one option; the others cannot be guessed by their options. */
const choicesOf = (set: QuestionSet) => set.questions.filter((question) => optionsOf(question).length > 0)

/** The average share of right answers of a player who chooses `pick(options)`; `views` are orders of the options. */
function scoreOf(set: QuestionSet, pick: (options: string[]) => number[], views: number) {
  const choices = choicesOf(set)
  let hits = 0
  for (const { storedKey, prompt, right, wrong } of choices) {
    for (let view = 0; view < views; view++) {
      const { options } = storedKey
        ? placeCorrectAnswer(storedKey, right, wrong)
        : shuffleOptions({ id: prompt as QuestionId, options: [right, ...wrong] }, `participant ${view}`)
      const picked = pick(options)
      hits += Number(picked.some((index) => options[index] === right)) / picked.length / views
    }
  }
  const chance = choices.reduce((sum, choice) => sum + 1 / optionsOf(choice).length, 0) / choices.length
  return { hits, count: choices.length, chance }
}

const longest = (options: string[]) => {
  const lengths = options.map((option) => option.replaceAll('`', '').length)
  return lengths.flatMap((length, index) => (length === Math.max(...lengths) ? [index] : []))
}

test('the catalog has a contest, a battle topic, lessons and a test pool among its sets', () => {
  const count = (kind: QuestionSet['kind']) => sets.filter((set) => set.kind === kind).length
  const courses = readdirSync(join(CATALOG, 'courses')).length
  const topics = readFileSync(join(CATALOG, 'topics.yaml'), 'utf8').match(/^- key:/gm)!.length
  expect([count('CONTEST'), count('CHALLENGE'), count('LESSONS'), count('TEST')]).toEqual([
    readdirSync(join(CATALOG, 'contests')).length,
    topics,
    courses,
    courses,
  ])
})

test.each(sets.map((set) => [set.file, set] as const))(
  'a guesser of the longest or first option scores within five points of chance in %s',
  (_, set) => {
    expect(scoreOf(set, longest, 1)).toSatisfy(isNearChance)
    // Contests shuffle the options for each participant, so the score is an average over many of them.
    expect(scoreOf(set, () => [0], set.kind === 'CONTEST' ? 400 : 1)).toSatisfy(isNearChance)
  },
)

test('every battle topic has at least 30 questions, and every test pool 24 of all difficulties', () => {
  for (const set of sets) {
    if (set.kind === 'CHALLENGE') expect(set.questions.length).toBeGreaterThanOrEqual(30)
    if (set.kind !== 'TEST') continue
    expect(set.questions.length).toBeGreaterThanOrEqual(24)
    expect(new Set(set.questions.map(({ key }) => key)).size).toBe(set.questions.length)
    const difficulties = readFileSync(join(CATALOG, set.file), 'utf8').match(/(?<=\n {2}difficulty: )\w+\n/g)!
    const counts = DIFFICULTIES.map((one) => difficulties.filter((other) => other.trim() === one).length)
    expect(counts.reduce((sum, count) => sum + count)).toBe(set.questions.length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4)
    // Every skill of the course is tested.
    expect(new Set(set.questions.map(({ skill }) => skill))).toEqual(new Set(set.skills))
  }
})
