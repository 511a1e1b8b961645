import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { JAR } from '../capstone-testbed.ts'
import { type AssessorResult, buildAssessment } from './assessment.ts'

const ASSESSOR = { name: 'grader-1', promptVersion: 'test', canPass: true }

function assessorResult(...points: number[]): AssessorResult {
  return {
    criteria: points.map((each) => ({ points: each, evidence: 'e', feedback: 'f' })),
    strengths: [],
    weaknesses: [],
    recommendations: [],
    summary: 's',
    isSuspicious: false,
  }
}

test('buildAssessment calculates totals, percentage and verdict', () => {
  expect(buildAssessment(JAR, assessorResult(50, 20), ASSESSOR)).toEqual({
    totalPoints: 70,
    maxPoints: 100,
    percentage: 70,
    passed: true,
    criteria: [
      { criterion: JAR.rubric[0]!.criterion, points: 50, maxPoints: 60, evidence: 'e', feedback: 'f' },
      { criterion: JAR.rubric[1]!.criterion, points: 20, maxPoints: 40, evidence: 'e', feedback: 'f' },
    ],
    strengths: [],
    weaknesses: [],
    recommendations: [],
    summary: 's',
    assessor: 'grader-1',
    promptVersion: 'test',
  })
  expect(buildAssessment(JAR, assessorResult(50, 19), ASSESSOR).passed).toBe(false)
})

test('points are clamped to integers between 0 and the points of the rubric', () => {
  const anything = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -0))
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), (points) => {
      const { criteria, totalPoints, percentage, passed } = buildAssessment(
        JAR,
        assessorResult(...points),
        ASSESSOR,
      )
      expect(criteria).toHaveLength(2)
      for (const each of criteria) {
        expect(Number.isInteger(each.points)).toBe(true)
        expect(each.points).toBeWithin(0, each.maxPoints + 1)
      }
      expect(totalPoints).toBe(criteria[0]!.points + criteria[1]!.points)
      expect(percentage).toBeWithin(0, 101)
      expect(passed).toBe(totalPoints >= 70)
    }),
    { numRuns: 300 },
  )
})

test('a fractional passing score is rounded up', () => {
  const thirds = { ...JAR, passingScore: 67, rubric: [{ criterion: 'x', points: 3, evidence: [] }] }
  expect(buildAssessment(thirds, assessorResult(2), ASSESSOR)).toMatchObject({
    percentage: 66,
    passed: false,
  })
  expect(buildAssessment({ ...thirds, passingScore: 66 }, assessorResult(2), ASSESSOR).passed).toBe(true)
})

test('long texts and lists are truncated', () => {
  const long = {
    ...assessorResult(1, 1),
    summary: 'x'.repeat(10_000),
    strengths: Array(100).fill('y'.repeat(5_000)),
  }
  const { summary, strengths } = buildAssessment(JAR, long, ASSESSOR)
  expect(summary).toHaveLength(1_500)
  expect([strengths.length, strengths[0]!.length]).toEqual([10, 600])
})
