import type { Api } from '../../../packages/client/src/lyceum.ts'

/** The rules of a course test as the author types them. */
export interface TestFields {
  questionCount: string
  passPercent: string
  isRequiredForCertificate: boolean
}

export type TestFieldName = keyof TestFields

export const TEST_FIELD_NAMES: readonly TestFieldName[] = [
  'questionCount',
  'passPercent',
  'isRequiredForCertificate',
]

export function testFieldsOf(test: Api.EditedCourseTest): TestFields {
  const { questionCount, passPercent, isRequiredForCertificate } = test
  return { questionCount: `${questionCount}`, passPercent: `${passPercent}`, isRequiredForCertificate }
}

/** The service refuses what is no number. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

function valuesOf(fields: TestFields): Required<Api.CourseTestPatch> {
  return {
    questionCount: numberOf(fields.questionCount),
    passPercent: numberOf(fields.passPercent),
    isRequiredForCertificate: fields.isRequiredForCertificate,
  }
}

/** The fields whose values differ. */
export function differingTestFields(one: TestFields, other: TestFields): TestFieldName[] {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return TEST_FIELD_NAMES.filter((name) => !Object.is(values[name], others[name]))
}

export const isSameTest = (one: TestFields, other: TestFields): boolean =>
  differingTestFields(one, other).length === 0

/** Only what the author has changed. */
export function testPatchOf(fields: TestFields, base: TestFields): Api.CourseTestPatch {
  const values = valuesOf(fields)
  return Object.fromEntries(differingTestFields(fields, base).map((name) => [name, values[name]]))
}

/** How many questions of the pool have each skill and each difficulty, the most frequent first. */
export function countTraits(questions: readonly Pick<Api.EditedQuestion, 'skill' | 'difficulty'>[]): {
  skills: [string | null, number][]
  difficulties: [Api.EditedQuestion['difficulty'], number][]
} {
  return {
    skills: counts(questions.map(({ skill }) => skill)),
    difficulties: counts(questions.map(({ difficulty }) => difficulty)),
  }
}

function counts<Value>(values: readonly Value[]): [Value, number][] {
  const found = new Map<Value, number>()
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1)
  return [...found].sort(([, one], [, other]) => other - one)
}
