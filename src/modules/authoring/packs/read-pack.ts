import type { z } from 'zod'
import { BUILT_IN_CATEGORIES, type Category } from '../../catalog/public/category.ts'
import {
  CategoriesFileSchema,
  CourseFileSchema,
  type Pack,
  type PackCourse,
  type PackError,
  PackFileSchema,
  type PackLesson,
  type PackPath,
  PathFileSchema,
  PracticeFileSchema,
  ProjectFileSchema,
  QuestionsFileSchema,
  type Quiz,
  TopicsFileSchema,
} from '../public/pack.ts'
import { PackFolder, type ReadFile } from '../public/pack-folder.ts'
import { PACK_KEY } from '../public/plain-quiz.ts'
import { readLesson, sanitizePackProject, sanitizePackQuiz, withStoredImages } from '../public/read-lesson.ts'

export type PackReadResult = { pack: Pack; errors: [] } | { pack: undefined; errors: PackError[] }

/** Reads a pack. Returns the pack, or all errors with file and line. */
export async function readPack(folder: string): Promise<PackReadResult> {
  const files = new PackFolder(folder)
  const pack = await new PackReader(files).read()
  const { errors } = files
  return errors.length === 0 ? { pack, errors: [] } : { pack: undefined, errors }
}

/** Other modules read the folders `contests` and `badges`. */
const ROOT_FILES = new Set([
  'pack.yaml',
  'topics.yaml',
  'categories.yaml',
  'paths',
  'courses',
  'questions',
  'contests',
  'badges',
])
const COURSE_FILES = new Set([
  'course.yaml',
  'project.yaml',
  'test.yaml',
  'practice.yaml',
  'lessons',
  'images',
])
const LESSON_NAME = /^(\d{2,3})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

class PackReader {
  readonly #files: PackFolder
  readonly #media = new Map<string, Uint8Array>()
  readonly #categoryKeys = new Set(BUILT_IN_CATEGORIES)

  constructor(files: PackFolder) {
    this.#files = files
  }

  async read(): Promise<Pack> {
    for (const name of await this.#files.list('.')) {
      if (!ROOT_FILES.has(name)) this.#files.reportError(name)(1, 'is not a part of a pack')
    }
    const [about, topics] = [
      await this.#files.yaml('pack.yaml', PackFileSchema),
      await this.#files.yaml('topics.yaml', TopicsFileSchema),
    ]
    const topicKeys = new Set(topics?.value.map((topic) => topic.key))
    if (topics) this.#reportDuplicates(topics)
    const categories = await this.#readCategories()
    for (const { key } of categories) this.#categoryKeys.add(key)
    const courses: PackCourse[] = []
    for (const key of await this.#files.list('courses')) {
      const course = await this.#readCourse(key, topics && topicKeys)
      if (course) courses.push(course)
    }
    const skillsOf = new Map(courses.map((course) => [course.key, course.skills]))
    const paths = await this.#readPaths(new Set(await this.#files.list('courses')), skillsOf)
    const skills = new Set([...skillsOf.values()].flat())
    const questions = await this.#readQuestions(topicKeys, skills)
    return {
      id: about?.value.id ?? '',
      name: about?.value.name ?? '',
      version: about?.value.version ?? 1,
      topics: topics?.value ?? [],
      categories,
      courses: sortByPaths(courses, paths),
      paths,
      questions,
      media: this.#media,
    }
  }

  /** The file is optional, because a pack may use the built-in categories only. */
  async #readCategories(): Promise<Category[]> {
    const file = 'categories.yaml'
    if (!(await this.#files.list('.')).includes(file)) return []
    const read = await this.#files.yaml(file, CategoriesFileSchema)
    if (!read) return []
    this.#reportDuplicates(read)
    for (const [index, { key }] of read.value.entries()) {
      if (BUILT_IN_CATEGORIES.has(key)) read.reportAt([index, 'key'], `the category ${key} is built in`)
    }
    return read.value.map(({ key, title, titles }) => ({ key, titles: { ...titles, en: title } }))
  }

  #checkCategory({ value, reportAt }: ReadFile<{ category: string }>): void {
    if (!this.#categoryKeys.has(value.category))
      reportAt(['category'], `category: "${value.category}" is neither built in nor in categories.yaml`)
  }

  async #readCourse(key: string, topicKeys: Set<string> | undefined): Promise<PackCourse | undefined> {
    const folder = `courses/${key}`
    if (!PACK_KEY.test(key))
      this.#files.reportError(folder)(1, 'the name of a course must be lower-case letters, digits and -')
    for (const name of await this.#files.list(folder)) {
      if (!COURSE_FILES.has(name))
        this.#files.reportError(`${folder}/${name}`)(1, 'is not a part of a course')
    }
    const file = `${folder}/course.yaml`
    const course = await this.#files.yaml(file, CourseFileSchema)
    if (course && topicKeys && !topicKeys.has(course.value.topic))
      course.reportAt(['topic'], `topic: "${course.value.topic}" is not in topics.yaml`)
    if (course) this.#checkCategory(course)
    const images = await this.#files.images(folder)
    const findImage = (from: string) => (reference: string, line: number) => {
      const known = images.get(reference)
      if (known === undefined)
        this.#files.reportError(from)(line, `the image ${reference} is not in ${folder}/images`)
      else if (known.bytes) this.#media.set(known.name, known.bytes)
      return known?.name
    }
    const { lessons, quizzes } = await this.#readLessons(folder, findImage, course?.value.skills)
    const readQuestions = <Question extends Quiz>(name: string, schema: z.ZodType<Question[]>) =>
      this.#readCourseQuestions({ folder, name, schema }, findImage, course?.value.skills)
    const testQuestions = await readQuestions('test.yaml', QuestionsFileSchema)
    const practiceQuestions = await readQuestions('practice.yaml', PracticeFileSchema)
    const projectFile = `${folder}/project.yaml`
    const project = (await this.#files.list(folder)).includes('project.yaml')
      ? await this.#files.yaml(projectFile, ProjectFileSchema)
      : undefined
    if (!course) return undefined
    const { cover, ...plain } = course.value
    return {
      ...plain,
      key,
      cover: cover ? (findImage(file)(cover, course.lineOf(['cover'])) ?? null) : null,
      lessons,
      quizzes,
      testQuestions,
      practiceQuestions,
      project: project ? sanitizePackProject(project.value) : null,
    }
  }

  async #readLessons(
    folder: string,
    findImage: (from: string) => (reference: string, line: number) => string | undefined,
    skills: string[] | undefined,
  ): Promise<{ lessons: PackLesson[]; quizzes: Quiz[] }> {
    const lessons: PackLesson[] = []
    const quizzes = new Map<string, Quiz>()
    const usedNames = new Set<string>()
    const names = await this.#files.list(`${folder}/lessons`)
    if (names.length === 0)
      this.#files.reportError(`${folder}/lessons`)(1, 'a course needs at least one lesson')
    for (const name of names) {
      const file = `${folder}/lessons/${name}`
      const reportError = this.#files.reportError(file)
      const [, number, key] = LESSON_NAME.exec(name) ?? []
      if (!number || !key) {
        reportError(1, 'the name of a lesson must be <number>-<key>.md, such as 01-first-steps.md')
        continue
      }
      if (usedNames.has(number) || usedNames.has(key))
        reportError(
          1,
          `the ${usedNames.has(key) ? `key ${key}` : `number ${number}`} is used by another lesson`,
        )
      usedNames.add(number).add(key)
      const text = await this.#files.text(file)
      const read = text === undefined ? undefined : readLesson(text, reportError, findImage(file))
      for (const { line, ...quiz } of read?.quizzes ?? []) {
        if (quizzes.has(quiz.key)) reportError(line, `the quiz key ${quiz.key} is used twice in this course`)
        if (quiz.skill !== undefined && skills && !skills.includes(quiz.skill))
          reportError(line, `skill: "${quiz.skill}" of ${quiz.key} is not a skill of the course`)
        quizzes.set(quiz.key, quiz)
      }
      if (read) lessons.push({ key, ...read.lesson })
    }
    return { lessons, quizzes: [...quizzes.values()] }
  }

  /** The questions of a file that a course may have. */
  async #readCourseQuestions<Question extends Quiz & { lesson?: string | undefined }>(
    { folder, name, schema }: { folder: string; name: string; schema: z.ZodType<Question[]> },
    findImage: (from: string) => (reference: string, line: number) => string | undefined,
    skills: string[] | undefined,
  ): Promise<Question[]> {
    if (!(await this.#files.list(folder)).includes(name)) return []
    const file = `${folder}/${name}`
    const read = await this.#files.yaml(file, schema)
    if (!read) return []
    this.#reportDuplicates(read)
    const lessons = await this.#lessonKeysOf(folder)
    return read.value.map((quiz, index) => {
      if (quiz.skill !== undefined && skills && !skills.includes(quiz.skill))
        read.reportAt([index, 'skill'], `skill: "${quiz.skill}" of ${quiz.key} is not a skill of the course`)
      if (quiz.lesson !== undefined && !lessons.has(quiz.lesson))
        read.reportAt(
          [index, 'lesson'],
          `lesson: "${quiz.lesson}" of ${quiz.key} is not a lesson of the course`,
        )
      const stored = withStoredImages(quiz, (reference) => findImage(file)(reference, read.lineOf([index])))
      return sanitizePackQuiz(stored) as Question
    })
  }

  async #lessonKeysOf(folder: string): Promise<Set<string>> {
    const names = await this.#files.list(`${folder}/lessons`)
    return new Set(names.flatMap((name) => LESSON_NAME.exec(name)?.[2] ?? []))
  }

  async #readPaths(courseKeys: Set<string>, skillsOf: Map<string, string[]>): Promise<PackPath[]> {
    const paths: PackPath[] = []
    const pathOfCourses = new Map<string, string>()
    for (const name of await this.#files.list('paths')) {
      const file = `paths/${name}`
      const key = this.#files.keyOf(file, name)
      const path = await this.#files.yaml(file, PathFileSchema)
      if (!path || !key) continue
      for (const [index, course] of path.value.courses.entries()) {
        if (!courseKeys.has(course)) path.reportAt(['courses', index], `there is no course "${course}"`)
        else if (path.value.courses.indexOf(course) !== index)
          path.reportAt(['courses', index], `the course "${course}" is listed twice`)
      }
      this.#checkCategory(path)
      this.#checkTaughtSkills(path, skillsOf)
      const courses = path.value.courses.toSorted().join(' ')
      const same = pathOfCourses.get(courses)
      if (same) path.reportAt(['courses'], `courses: the path "${same}" has the same courses`)
      pathOfCourses.set(courses, key)
      paths.push({ ...path.value, key })
    }
    // Lists show foundations first.
    return paths.sort((one, other) =>
      one.kind === other.kind ? (one.key < other.key ? -1 : 1) : one.kind === 'FOUNDATION' ? -1 : 1,
    )
  }

  /** A path promises only what its courses teach. A course with an error of its own is not checked. */
  #checkTaughtSkills(
    { value, reportAt }: ReadFile<{ skills: string[]; courses: string[] }>,
    skillsOf: Map<string, string[]>,
  ): void {
    if (!value.courses.every((course) => skillsOf.has(course))) return
    const taught = new Set(value.courses.flatMap((course) => skillsOf.get(course)!))
    for (const [index, skill] of value.skills.entries()) {
      if (!taught.has(skill)) reportAt(['skills', index], `skills: no course of the path teaches "${skill}"`)
    }
  }

  async #readQuestions(topicKeys: Set<string>, skills: Set<string>): Promise<Pack['questions']> {
    const questions: Pack['questions'] = []
    for (const name of await this.#files.list('questions')) {
      const file = `questions/${name}`
      const topic = this.#files.keyOf(file, name)
      if (topic && !topicKeys.has(topic)) this.#files.reportError(file)(1, `"${topic}" is not in topics.yaml`)
      const read = await this.#files.yaml(file, QuestionsFileSchema)
      if (!read || !topic) continue
      this.#reportDuplicates(read)
      for (const [index, quiz] of read.value.entries()) {
        if (quiz.skill !== undefined && !skills.has(quiz.skill))
          read.reportAt([index, 'skill'], `skill: "${quiz.skill}" is not a skill of a course`)
        withStoredImages(quiz, (reference) => {
          const fault = `${quiz.key} has the picture ${reference}: only quizzes of a course have pictures`
          read.reportAt([index], fault)
          return undefined
        })
        questions.push({ ...sanitizePackQuiz(quiz), topic })
      }
    }
    return questions
  }

  #reportDuplicates({ value, reportAt }: ReadFile<{ key: string }[]>): void {
    const seen = new Set<string>()
    for (const [index, { key }] of value.entries()) {
      if (seen.has(key)) reportAt([index, 'key'], `the key ${key} is used twice`)
      seen.add(key)
    }
  }
}

/** Sorts courses as the paths list them, foundations first. Courses without a path come last. */
function sortByPaths(courses: PackCourse[], paths: PackPath[]): PackCourse[] {
  const order = [...new Set(paths.flatMap((path) => path.courses))]
  const position = ({ key }: PackCourse) => (order.includes(key) ? order.indexOf(key) : order.length)
  return courses.toSorted((one, other) => position(one) - position(other) || (one.key < other.key ? -1 : 1))
}
