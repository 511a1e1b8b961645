import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { listStops } from './list-stops.ts'

const path = (id: string) => ({
  id,
  title: id,
  accent: 'blue' as const,
  isCompleted: false,
  isMastered: false,
  reason: `Why ${id}`,
})
const left = (id: string, pathId: string, position: number, completedLessons = 0) => ({
  id,
  title: id,
  order: position,
  position,
  pathId,
  isPremium: false,
  userHasAccess: true,
  hours: 1,
  skills: [],
  completedLessons,
  totalLessons: 4,
  reason: `Why ${id}`,
})
const skipped = (id: string, pathId: string, position: number, isCompleted: boolean) => ({
  id,
  title: id,
  skills: [],
  reason: `Why not ${id}`,
  pathId,
  position,
  isCompleted,
  hours: 0,
})
const ROADMAP: Api.Roadmap = {
  careerGoal: 'Developer',
  isMatched: true,
  totalCourses: 6,
  coursesCompleted: 2,
  foundationPaths: [path('base')],
  specializationPaths: [
    { ...path('web'), requiresSubscription: true, userHasAccess: false },
    { ...path('repeated'), requiresSubscription: false, userHasAccess: true },
    { ...path('known'), isMastered: true, requiresSubscription: false, userHasAccess: true },
    { ...path('partly'), requiresSubscription: false, userHasAccess: true },
  ],
  courses: [left('two', 'base', 2, 1), left('five', 'web', 5), left('six', 'web', 6)],
  skippedCourses: [
    skipped('one', 'base', 1, true),
    skipped('three', 'base', 3, false),
    skipped('four', 'web', 4, true),
    skipped('seven', 'known', 7, false),
    skipped('eight', 'partly', 8, false),
  ],
  remainingHours: 3,
  nextStep: null,
  rankedBy: 'matcher',
}
const nextIn = (courseId: string | null): Api.Roadmap => ({
  ...ROADMAP,
  nextStep: {
    courseId,
    lessonId: null,
    lessonTitle: null,
    isEnrolled: false,
    requiresSubscription: false,
    text: '',
  },
})
const shown = (roadmap: Api.Roadmap) => {
  const { foundations, specializations } = listStops(roadmap)
  return [...foundations, ...specializations].map(({ id, isPremium, courses }) => [
    id,
    isPremium,
    courses.map((course) => `${course.number} ${course.id} ${course.state}${course.isNext ? ' *' : ''}`),
  ])
}

test('completed and remaining courses are numbered through the paths; courses without need are left out', () => {
  expect(shown(nextIn('two'))).toEqual([
    ['base', false, ['1 one done', '2 two started *']],
    ['web', true, ['3 four done', '4 five later', '5 six later']],
    ['repeated', false, []],
    ['known', false, []],
    ['partly', false, []],
  ])
})

test('a path with a mastered course and others in an earlier path is not mastered', () => {
  const { foundations, specializations } = listStops(ROADMAP)
  const mastered = [...foundations, ...specializations].filter(({ isMastered }) => isMastered)
  expect(mastered.map(({ id }) => id)).toEqual(['known'])
})

test('a course that is not begun is next if the next step is in it, and later otherwise', () => {
  expect(shown(nextIn('five')).at(1)?.at(2)).toEqual(['3 four done', '4 five next *', '5 six later'])
  expect(shown(nextIn(null)).at(1)?.at(2)).toEqual(['3 four done', '4 five later', '5 six later'])
})
