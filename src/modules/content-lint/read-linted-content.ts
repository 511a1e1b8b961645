import { z } from 'zod'
import { readYaml } from '../../platform/yaml/read-yaml.ts'
import type { PackError } from '../authoring/public/pack.ts'
import { PackFolder } from '../authoring/public/pack-folder.ts'
import { challengeKeyOf, quizKeyOf, testKeyOf } from '../authoring/public/question-keys.ts'
import { readLesson } from '../authoring/public/read-lesson.ts'
import { BATTLE_RULES } from '../battle-game/public/rules.ts'
import type { LintedQuestion, QuestionSet } from './question-set.ts'
import type { LintedLesson } from './slide-rules.ts'

/** Lenient, so that a question with an error is still linted. The reader of packs reports errors of the format. */
const text = z.string().trim().catch('')
const QuestionSchema = z.object({
  key: text,
  prompt: text,
  right: text,
  wrong: z.array(text).catch([]),
  options: z.array(text).catch([]),
  correctIndexes: z.array(z.number()).catch([]),
  optionFeedback: z.array(text).catch([]),
  explanation: text,
  skill: text,
})
const QuestionsSchema = z.array(QuestionSchema)
const ContestSchema = z.object({
  questions: QuestionsSchema,
  asks: z.number().positive().optional(),
  maxDurationSeconds: z.number().optional(),
})
const CourseSchema = z.object({ topic: text, skills: z.array(z.string()).catch([]) })
type Course = z.output<typeof CourseSchema>

type Question = z.output<typeof QuestionSchema>

interface LintedCourse {
  sets: QuestionSet[]
  lessons: LintedLesson[]
}

export interface LintedContent extends LintedCourse {
  /** Errors of the files that the reader of packs does not read. */
  errors: PackError[]
}

/** Reads the question sets and the slides of a pack. Files that cannot be parsed have no questions. */
export async function readLintedContent(folder: string): Promise<LintedContent> {
  const files = new PackFolder(folder)
  const sets: QuestionSet[] = []
  const lessons: LintedLesson[] = []
  const courses = await readCourses(files)
  const taught = skillsOf(courses)
  for (const name of await files.list('contests'))
    sets.push({ ...(await readContest(files, `contests/${name}`)), skills: taught })
  for (const name of await files.list('questions')) {
    const topic = name.replace(/\.yaml$/, '')
    sets.push({
      kind: 'CHALLENGE',
      file: `questions/${name}`,
      questions: await readQuestions(files, `questions/${name}`, (key) => challengeKeyOf(topic, key)),
      secondsPerQuestion: BATTLE_RULES.questionMs / 1_000,
      skills: skillsOf(courses.filter((course) => course.topic === topic)),
    })
  }
  for (const course of await files.list('courses')) {
    const read = await readCourse(files, course)
    sets.push(...read.sets)
    lessons.push(...read.lessons)
  }
  const errors = files.errors.filter(({ file }) => /^contests\/|\/test\.yaml$/.test(file))
  return { sets, lessons, errors }
}

async function readCourses(files: PackFolder): Promise<Course[]> {
  const courses: Course[] = []
  for (const name of await files.list('courses')) {
    const read = await files.yaml(`courses/${name}/course.yaml`, CourseSchema)
    if (read) courses.push(read.value)
  }
  return courses
}

/** Null if there are none: then no question can name a skill. */
function skillsOf(courses: Course[]): string[] | null {
  const skills = courses.flatMap((course) => course.skills)
  return skills.length === 0 ? null : skills
}

async function readContest(files: PackFolder, file: string): Promise<Omit<QuestionSet, 'skills'>> {
  const read = await files.yaml(file, ContestSchema)
  const { questions = [], asks = questions.length, maxDurationSeconds } = read?.value ?? {}
  return {
    kind: 'CONTEST',
    file,
    // Questions of contests have no key. Their options are shuffled for each participant.
    questions: questions.map((question, index) =>
      linted(file, read!.lineOf(['questions', index]), { ...question, key: `question ${index + 1}` }, null),
    ),
    secondsPerQuestion: maxDurationSeconds === undefined ? null : maxDurationSeconds / asks,
  }
}

async function readQuestions(
  files: PackFolder,
  file: string,
  storedKeyOf: (key: string) => string,
): Promise<LintedQuestion[]> {
  const read = await files.yaml(file, QuestionsSchema)
  return (read?.value ?? []).map((question, index) =>
    linted(file, read!.lineOf([index]), question, storedKeyOf(question.key)),
  )
}

async function readCourse(files: PackFolder, course: string): Promise<LintedCourse> {
  const folder = `courses/${course}`
  const lessons: LintedLesson[] = []
  const quizzes: LintedQuestion[] = []
  for (const name of await files.list(`${folder}/lessons`)) {
    const file = `${folder}/lessons/${name}`
    const lesson = (await files.text(file)) ?? ''
    quizzes.push(...readQuizzes(file, lesson, course))
    const lines = lesson.split('\n')
    lessons.push({
      file,
      slides: readLesson(lesson, files.reportError(file), (image) => image)?.lesson.slides ?? [],
      lineOf: (title) => lines.indexOf(`## ${title}`) + 1,
    })
  }
  const about = await files.yaml(`${folder}/course.yaml`, CourseSchema)
  const shared = { secondsPerQuestion: null, skills: skillsOf(about ? [about.value] : []) }
  const sets: QuestionSet[] = [{ ...shared, kind: 'LESSONS', file: `${folder}/lessons`, questions: quizzes }]
  const testFile = `${folder}/test.yaml`
  if ((await files.list(folder)).includes('test.yaml')) {
    const questions = await readQuestions(files, testFile, (key) => testKeyOf(course, key))
    sets.push({ ...shared, kind: 'TEST', file: testFile, questions })
  }
  return { sets, lessons }
}

const QUIZ_BLOCK = /^```quiz\n([\s\S]*?)^```/gm

function readQuizzes(file: string, lesson: string, course: string): LintedQuestion[] {
  return [...lesson.matchAll(QUIZ_BLOCK)].flatMap((block) => {
    const line = lesson.slice(0, block.index).split('\n').length
    const quiz = readYaml(block[1]!, QuestionSchema, () => {})?.value
    return quiz ? [linted(file, line, quiz, quizKeyOf(course, quiz.key))] : []
  })
}

function linted(file: string, line: number, question: Question, storedKey: string | null): LintedQuestion {
  const { key, prompt, right, wrong, explanation, skill } = question
  return {
    file,
    line,
    key,
    storedKey,
    prompt,
    right,
    wrong,
    wrongWithoutFeedback: wrongWithoutFeedback(question),
    explanation,
    skill: skill || undefined,
  }
}

/** Feedback of a question with a single right option begins with that option. */
function wrongWithoutFeedback({ right, wrong, options, correctIndexes, optionFeedback }: Question): string[] {
  return right === ''
    ? options.filter((_, index) => !correctIndexes.includes(index) && !optionFeedback[index])
    : wrong.filter((_, index) => !optionFeedback[index + 1])
}
