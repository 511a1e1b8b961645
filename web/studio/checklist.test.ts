import { describe, expect, test } from 'bun:test'
import type { Api } from '../../packages/client/src/lyceum.ts'
import { type CheckedCourse, checkCourse, targetsIn, UNWRITTEN } from './checklist.ts'

const QUESTION = {
  type: 'SINGLE_CHOICE',
  prompt: 'Who may spend it?',
  explanation: 'The key signs.',
  hint: null,
  options: ['Who has the key', 'Who knows the address'],
  correctIndex: 0,
} as Api.EditedQuestion

const text = (content: string) => ({ type: 'TEXT_WITH_IMAGE', title: 'One', content })
const lesson = (...slides: CheckedCourse['lessons'][number]['slides']) =>
  ({ id: 'l1', title: 'Keys', status: 'DRAFT', slides }) as const

/** The rules that a course breaks, with the severity and the slide. */
function check(changes: Partial<CheckedCourse>) {
  const findings = checkCourse({
    course: { title: 'Keys', description: 'How to keep them.' },
    hasCover: true,
    lessons: [lesson(text('A text.'))],
    questions: new Map(),
    decoration: new Set(),
    broken: new Set(),
    ...changes,
  })
  return findings.map(({ rule, severity, lessonId, slide }) => [rule, severity, lessonId, slide])
}

const quiz = (question: Partial<Api.EditedQuestion>) => ({
  lessons: [lesson(text('A text.'), { type: 'QUIZ', questionId: 'q1' })],
  questions: new Map([['q1', { ...QUESTION, ...question } as Api.EditedQuestion]]),
})

describe('the checklist before publishing', () => {
  test('a course with a written lesson has no findings', () => {
    expect(check({})).toEqual([])
    expect(check(quiz({}))).toEqual([])
  })

  test('a course without a lesson, or with archived lessons only, is an error', () => {
    expect(check({ lessons: [] })).toEqual([['noLesson', 'error', undefined, undefined]])
    expect(check({ lessons: [{ ...lesson(text('A')), status: 'ARCHIVED' }] })).toEqual([
      ['noLesson', 'error', undefined, undefined],
    ])
  })

  test('a lesson without slides, and a slide that is not written, are errors', () => {
    expect(check({ lessons: [lesson()] })).toEqual([['noSlide', 'error', 'l1', undefined]])
    expect(check({ lessons: [lesson(text('A'), text(UNWRITTEN))] })).toEqual([
      ['emptySlide', 'error', 'l1', 2],
    ])
  })

  test('a picture without alternative text is an error, unless it is decoration or shown as code', () => {
    const lessons = [lesson(text('Look: ![](/files/library/a.webp) and ![A key](/files/library/b.webp)'))]
    expect(check({ lessons })).toEqual([['noAlt', 'error', 'l1', 1]])
    expect(check({ lessons, decoration: new Set(['/files/library/a.webp']) })).toEqual([])
    expect(check({ lessons: [lesson(text('`![](a.png)` and\n```md\n![](b.png)\n```'))] })).toEqual([])
    expect(check(quiz({ explanation: '![](/files/library/c.webp)' }))).toEqual([['noAlt', 'error', 'l1', 2]])
  })

  test('a link to a place that does not exist is an error, also a relative one', () => {
    const lessons = [lesson(text('[here](/lesson/gone), [there](/lesson/l1), [web](https://example.com)'))]
    expect(check({ lessons })).toEqual([])
    expect(check({ lessons, broken: new Set(['/lesson/gone']) })).toEqual([['brokenLink', 'error', 'l1', 1]])
    expect(check({ lessons: [lesson(text('[next](next.md)'))] })).toEqual([['brokenLink', 'error', 'l1', 1]])
    const course = { title: 'Keys', description: 'See [this](intro).' }
    expect(check({ course })).toEqual([['brokenLink', 'error', undefined, undefined]])
  })

  test('a question without an explanation is a hint', () => {
    expect(check(quiz({ explanation: ' ' }))).toEqual([['noExplanation', 'hint', 'l1', 2]])
  })

  test('a right option that is much longer than all others is a hint, a long wrong one is not', () => {
    const long = 'Who has the private key and signs with it'
    expect(check(quiz({ options: [long, 'Who has the address'] } as never))).toEqual([
      ['longOption', 'hint', 'l1', 2],
    ])
    expect(check(quiz({ options: ['Who has the key', long] } as never))).toEqual([])
    expect(check(quiz({ options: ['Yes, it does', 'No'] } as never))).toEqual([])
  })

  test('a text of long sentences with long words is a hint, and code is not read', () => {
    const hard =
      'Notwithstanding considerable heterogeneity amongst contemporaneous implementations, practitioners characteristically underestimate interdependencies between authentication infrastructure, organisational responsibilities and cryptographic requirements, consequently accumulating vulnerabilities throughout subsequent development activities, particularly whenever documentation responsibilities remain insufficiently distinguished, communicated, supervised and maintained by accountable representatives of every participating institution.'
    expect(check({ lessons: [lesson(text(hard))] })).toEqual([['hardToRead', 'hint', 'l1', 1]])
    expect(check({ lessons: [lesson(text(`\`\`\`\n${hard}\n\`\`\``))] })).toEqual([])
    const list = Array.from({ length: 30 }, () => '- a short point of the list').join('\n')
    expect(check({ lessons: [lesson(text(list))] })).toEqual([])
    const arabic = 'كان في قديم الزمان ملك له بنت '.repeat(12)
    expect(check({ lessons: [lesson(text(arabic))] })).toEqual([['hardToRead', 'hint', 'l1', 1]])
  })

  test('a description that repeats the title, and a missing cover, are hints after the errors', () => {
    const course = { title: 'Keys', description: 'Keys ' }
    expect(check({ course, hasCover: false, lessons: [] }).map(([rule]) => rule)).toEqual([
      'noLesson',
      'noDescription',
      'noCover',
    ])
  })

  test('pictures and links are told apart, with and without titles', () => {
    expect(targetsIn('![a \\] b](/x.webp "Title") [c](</y> "t") [d]()')).toEqual({
      pictures: [{ alt: 'a \\] b', url: '/x.webp' }],
      links: ['/y', ''],
    })
  })
})

test('the texts of every question type are checked', () => {
  const bare = 'Look: ![](/a.png)'
  const found = [['noAlt', 'error', 'l1', 2]]
  const parts: Partial<Api.EditedQuestion>[] = [
    { options: ['Yes', bare] },
    { optionFeedback: ['', bare] },
    { type: 'ORDER', items: ['One', bare] },
    { type: 'MATCH', pairs: [{ left: 'One', right: bare }] },
    { type: 'GAP', text: bare },
  ]
  for (const part of parts) expect(check(quiz(part))).toEqual(found)
})
