import {
  CourseFileSchema,
  KEY,
  type Pack,
  type PackCourse,
  type PackFault,
  PackFileSchema,
  type PackLesson,
  type PackPath,
  PathFileSchema,
  ProjectFileSchema,
  QuestionsFileSchema,
  type Quiz,
  TopicsFileSchema,
} from './pack.ts'
import { PackFolder } from './pack-folder.ts'
import { makeQuizSafe, readLesson } from './read-lesson.ts'
import type { Blame } from './read-yaml.ts'
import { makeMarkdownSafe } from './safe-markdown.ts'

export type PackReading = { pack: Pack; faults: [] } | { pack: undefined; faults: PackFault[] }

/** Reads a pack. Either it has no fault, or every fault is named with file and line. */
export async function readPack(folder: string): Promise<PackReading> {
  const files = new PackFolder(folder)
  const pack = await new PackReader(files).read()
  const { faults } = files
  return faults.length === 0 ? { pack, faults: [] } : { pack: undefined, faults }
}

/** Contests and badges are other modules': they read those folders by themselves. */
const ROOT = new Set(['pack.yaml', 'topics.yaml', 'paths', 'courses', 'questions', 'contests', 'badges'])
const COURSE_PARTS = new Set(['course.yaml', 'project.yaml', 'lessons', 'images'])
const LESSON_NAME = /^(\d{2,3})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

class PackReader {
  readonly #files: PackFolder
  readonly #media = new Map<string, Uint8Array>()

  constructor(files: PackFolder) {
    this.#files = files
  }

  async read(): Promise<Pack> {
    for (const name of await this.#files.list('.')) {
      if (!ROOT.has(name)) this.#files.blame(name)(1, 'is not a part of a pack')
    }
    const [about, topics] = [
      await this.#files.yaml('pack.yaml', PackFileSchema),
      await this.#files.yaml('topics.yaml', TopicsFileSchema),
    ]
    const topicKeys = new Set(topics?.value.map((topic) => topic.key))
    if (topics) this.#refuseRepeats('topics.yaml', topics.value, (index) => topics.lineOf([index, 'key']))
    const courses: PackCourse[] = []
    for (const key of await this.#files.list('courses')) {
      const course = await this.#readCourse(key, topics && topicKeys)
      if (course) courses.push(course)
    }
    const paths = await this.#readPaths(new Set(await this.#files.list('courses')))
    const questions = await this.#readQuestions(topicKeys)
    return {
      name: about?.value.name ?? '',
      version: about?.value.version ?? 1,
      topics: topics?.value ?? [],
      courses: inOrderOfPaths(courses, paths),
      paths,
      questions,
      media: this.#media,
    }
  }

  async #readCourse(key: string, topicKeys: Set<string> | undefined): Promise<PackCourse | undefined> {
    const folder = `courses/${key}`
    if (!KEY.test(key))
      this.#files.blame(folder)(1, 'the name of a course is lower-case letters, digits and -')
    for (const name of await this.#files.list(folder)) {
      if (!COURSE_PARTS.has(name)) this.#files.blame(`${folder}/${name}`)(1, 'is not a part of a course')
    }
    const file = `${folder}/course.yaml`
    const course = await this.#files.yaml(file, CourseFileSchema)
    if (course && topicKeys && !topicKeys.has(course.value.topic))
      this.#files.blame(file)(
        course.lineOf(['topic']),
        `topic: "${course.value.topic}" is not in topics.yaml`,
      )
    const images = await this.#files.images(folder)
    const findPicture = (from: string) => (reference: string, line: number) => {
      const known = images.get(reference)
      if (known === undefined)
        this.#files.blame(from)(line, `the picture ${reference} is not in ${folder}/images`)
      else if (known.bytes) this.#media.set(known.name, known.bytes)
      return known?.name
    }
    const { lessons, quizzes } = await this.#readLessons(folder, findPicture)
    const projectFile = `${folder}/project.yaml`
    const project = (await this.#files.list(folder)).includes('project.yaml')
      ? await this.#files.yaml(projectFile, ProjectFileSchema)
      : undefined
    if (!course) return undefined
    const { cover, ...plain } = course.value
    return {
      ...plain,
      key,
      cover: cover ? (findPicture(file)(cover, course.lineOf(['cover'])) ?? null) : null,
      lessons,
      quizzes,
      project: project
        ? { ...project.value, description: makeMarkdownSafe(project.value.description) }
        : null,
    }
  }

  async #readLessons(
    folder: string,
    findPicture: (from: string) => (reference: string, line: number) => string | undefined,
  ): Promise<{ lessons: PackLesson[]; quizzes: Quiz[] }> {
    const lessons: PackLesson[] = []
    const quizzes = new Map<string, Quiz>()
    const taken = new Set<string>()
    const names = await this.#files.list(`${folder}/lessons`)
    if (names.length === 0) this.#files.blame(`${folder}/lessons`)(1, 'a course has at least one lesson')
    for (const name of names) {
      const file = `${folder}/lessons/${name}`
      const blame = this.#files.blame(file)
      const [, number, key] = LESSON_NAME.exec(name) ?? []
      if (!number || !key) {
        blame(1, 'the name of a lesson is <number>-<key>.md, such as 01-first-steps.md')
        continue
      }
      if (taken.has(number) || taken.has(key))
        blame(1, `the ${taken.has(key) ? `key ${key}` : `number ${number}`} is taken by another lesson`)
      taken.add(number).add(key)
      const text = await this.#files.text(file)
      const read = text === undefined ? undefined : readLesson(text, blame, findPicture(file))
      for (const { line, ...quiz } of read?.quizzes ?? []) {
        if (quizzes.has(quiz.key)) blame(line, `the quiz key ${quiz.key} is used twice in this course`)
        refuseEqualOptions(quiz, line, blame)
        quizzes.set(quiz.key, quiz)
      }
      if (read) lessons.push({ key, ...read.lesson })
    }
    return { lessons, quizzes: [...quizzes.values()] }
  }

  async #readPaths(courseKeys: Set<string>): Promise<PackPath[]> {
    const paths: PackPath[] = []
    for (const name of await this.#files.list('paths')) {
      const file = `paths/${name}`
      const key = this.#files.keyOf(file, name)
      const path = await this.#files.yaml(file, PathFileSchema)
      if (!path || !key) continue
      for (const [index, course] of path.value.courses.entries()) {
        if (!courseKeys.has(course))
          this.#files.blame(file)(path.lineOf(['courses', index]), `there is no course "${course}"`)
        else if (path.value.courses.indexOf(course) !== index)
          this.#files.blame(file)(path.lineOf(['courses', index]), `the course "${course}" is named twice`)
      }
      paths.push({ ...path.value, key })
    }
    // Foundations come first wherever paths are listed.
    return paths.sort((one, other) =>
      one.kind === other.kind ? (one.key < other.key ? -1 : 1) : one.kind === 'FOUNDATION' ? -1 : 1,
    )
  }

  async #readQuestions(topicKeys: Set<string>): Promise<Pack['questions']> {
    const questions: Pack['questions'] = []
    for (const name of await this.#files.list('questions')) {
      const file = `questions/${name}`
      const topic = this.#files.keyOf(file, name)
      if (topic && !topicKeys.has(topic)) this.#files.blame(file)(1, `"${topic}" is not in topics.yaml`)
      const read = await this.#files.yaml(file, QuestionsFileSchema)
      if (!read || !topic) continue
      this.#refuseRepeats(file, read.value, (index) => read.lineOf([index, 'key']))
      for (const [index, quiz] of read.value.entries()) {
        refuseEqualOptions(quiz, read.lineOf([index]), this.#files.blame(file))
        questions.push({ ...makeQuizSafe(quiz), topic })
      }
    }
    return questions
  }

  #refuseRepeats(file: string, things: { key: string }[], lineOf: (index: number) => number): void {
    const seen = new Set<string>()
    for (const [index, { key }] of things.entries()) {
      if (seen.has(key)) this.#files.blame(file)(lineOf(index), `the key ${key} is used twice`)
      seen.add(key)
    }
  }
}

function refuseEqualOptions(quiz: Quiz, line: number, blame: Blame): void {
  const options = [quiz.right, ...quiz.wrong]
  if (new Set(options).size < options.length) blame(line, `two options of ${quiz.key} are the same`)
}

/** The catalogue lists courses as the paths do, foundations first; those of no path come last. */
function inOrderOfPaths(courses: PackCourse[], paths: PackPath[]): PackCourse[] {
  const order = [...new Set(paths.flatMap((path) => path.courses))]
  const place = ({ key }: PackCourse) => (order.includes(key) ? order.indexOf(key) : order.length)
  return courses.toSorted((one, other) => place(one) - place(other) || (one.key < other.key ? -1 : 1))
}
