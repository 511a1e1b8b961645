import { describe, expect, test } from 'bun:test'
import { compareLessons, mergeLessons } from './compare-lessons.ts'
import type { DraftSlide, LessonDraft } from './draft.ts'

const slide = (key: string, title: string): DraftSlide => ({
  key,
  type: 'TEXT_WITH_IMAGE',
  title,
  content: 'Words',
})
const lesson = (title: string, ...slides: DraftSlide[]): LessonDraft => ({
  title,
  xpReward: '1',
  gemReward: '0',
  requiredScore: null,
  slides,
})
const BASE = lesson('T', slide('1', 'a'), slide('2', 'b'), slide('3', 'c'))
const titles = ({ slides }: LessonDraft) => slides.map((each) => ('title' in each ? each.title : ''))

/** Both versions with every proposal taken. */
function merged(mine: LessonDraft, theirs: LessonDraft): LessonDraft {
  const comparison = compareLessons(mine, theirs, BASE)
  return mergeLessons(mine, { version: 2, draft: theirs, questions: {} }, comparison, {
    fields: Object.fromEntries(comparison.fields.map(({ field, proposal }) => [field, proposal])),
    slides: comparison.slides.map(({ proposal }) => proposal),
  })
}

describe('two versions of a lesson', () => {
  test('changes of different slides and fields are both proposed', () => {
    const mine = lesson('Mine', slide('1', 'A'), slide('2', 'b'), slide('3', 'c'))
    const theirs = lesson('T', slide('x', 'a'), slide('y', 'b'), slide('z', 'C'))
    const both = merged(mine, theirs)
    expect([both.title, ...titles(both)]).toEqual(['Mine', 'A', 'b', 'C'])
  })

  test('a slide that both changed is shown with both versions, and the own one is proposed', () => {
    const mine = lesson('T', slide('1', 'mine'), slide('2', 'b'), slide('3', 'c'))
    const theirs = lesson('T', slide('x', 'theirs'), slide('y', 'b'), slide('z', 'c'))
    const [first, ...rest] = compareLessons(mine, theirs, BASE).slides
    expect(first).toMatchObject({
      mine: { title: 'mine' },
      theirs: { title: 'theirs' },
      isSame: false,
      proposal: 'mine',
    })
    expect(rest.every(({ isSame }) => isSame)).toBe(true)
  })

  test('new and deleted slides of both are proposed', () => {
    const mine = lesson('T', slide('1', 'a'), slide('3', 'c'), slide('n', 'new here'))
    const theirs = lesson('T', slide('w', 'new there'), slide('x', 'a'), slide('y', 'b'), slide('z', 'c'))
    expect(titles(merged(mine, theirs))).toEqual(['new there', 'a', 'c', 'new here'])
  })

  test('a kept slide has the identity that the service knows', () => {
    const mine = lesson('T', slide('1', 'A'), slide('2', 'b'), slide('3', 'c'))
    const theirs = lesson('T', slide('x', 'a'), slide('y', 'b'), slide('z', 'c'))
    expect(merged(mine, theirs).slides[0]).toMatchObject({ key: 'x', title: 'A' })
  })
})
