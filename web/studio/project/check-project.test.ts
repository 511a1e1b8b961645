import { expect, test } from 'bun:test'
import { checkProject } from './check-project.ts'
import { pointsOf, projectFieldsOf, projectPatchOf } from './project-fields.ts'

const project = {
  title: 'A savings jar',
  description: 'Build a jar that takes deposits.',
  rubric: [
    { criterion: 'Deposits work', points: 60, evidence: ['deposit'] },
    { criterion: 'They are tested', points: 41, evidence: ['test'] },
  ],
}
const rulesOf = (changes: object, isCoursePublished = true) =>
  checkProject({ project: { ...project, ...changes }, isCoursePublished, inText: [] }).map(({ rule }) => rule)

test('a project that is ready has no findings', () => {
  expect(rulesOf({})).toEqual([])
})

test('a brief that only repeats the title, and an empty or repeated criterion, are errors', () => {
  const [one] = project.rubric
  expect(rulesOf({ description: project.title })).toEqual(['noBrief'])
  expect(rulesOf({ rubric: [one, { ...one, criterion: ' deposits WORK' }] })).toEqual(['sameCriterion'])
  expect(rulesOf({ rubric: [one, { ...one, criterion: '…' }] })).toEqual(['emptyCriterion'])
})

test('hints come after errors', () => {
  const found = checkProject({
    project: { ...project, rubric: [{ criterion: 'Deposits work', points: 60, evidence: [] }] },
    isCoursePublished: false,
    inText: [{ rule: 'noAlt' }],
  })
  expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['noAlt', 'error'],
    ['oneCriterion', 'hint'],
    ['noEvidence', 'hint'],
    ['hiddenCourse', 'hint'],
  ])
})

test('the form sends only what has changed, and shows the points that pass', () => {
  const stored = projectFieldsOf({
    ...project,
    id: 'c',
    courseId: 'c',
    courseTitle: 'Keys',
    origin: 'ADMIN',
    status: 'DRAFT',
    canEdit: true,
    version: 1,
    allowedSubmissionTypes: ['TEXT'],
    passingScore: 70,
    xpReward: 1,
    gemReward: 2,
  })
  expect(pointsOf(stored)).toEqual({ total: 101, passing: 71 })
  const rubric = [{ ...stored.rubric[0]!, evidence: 'deposit, deposit,  jar' }]
  expect(projectPatchOf({ ...stored, title: ' A savings jar ', rubric }, stored)).toEqual({
    rubric: [{ criterion: 'Deposits work', points: 60, evidence: ['deposit', 'jar'] }],
  })
})
