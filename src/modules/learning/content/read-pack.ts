import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
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
import { makeQuizSafe, readLesson } from './read-lesson.ts'
import { type Blame, readYaml } from './read-yaml.ts'
import { makeMarkdownSafe } from './safe-markdown.ts'
import { checkSvg } from './safe-svg.ts'

const FILE_LIMIT_BYTES = 1024 * 1024

export type PackReading = { pack: Pack; faults: [] } | { pack: undefined; faults: PackFault[] }

/** Reads a pack. Either it has no fault, or every fault is named with file and line. */
export async function readPack(folder: string): Promise<PackReading> {
  const reader = new PackReader(folder)
  const pack = await reader.read()
  const faults = reader.faults.sort((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  )
  return faults.length === 0 ? { pack, faults: [] } : { pack: undefined, faults }
}

/** Files that people keep beside a pack. */
const IGNORED = /^(\..*|README\.md|LICENSE)$/
/** Contests are another module's: it reads that folder by itself. */
const ROOT = new Set(['pack.yaml', 'topics.yaml', 'paths', 'courses', 'questions', 'contests'])
const COURSE_PARTS = new Set(['course.yaml', 'project.yaml', 'lessons', 'images'])
const LESSON_NAME = /^(\d{2,3})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

class PackReader {
  readonly faults: PackFault[] = []
  readonly #folder: string
  readonly #media = new Map<string, Uint8Array>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async read(): Promise<Pack> {
    for (const name of await this.#list('.')) {
      if (!ROOT.has(name)) this.#blame(name)(1, 'is not a part of a pack')
    }
    const [about, topics] = [
      await this.#yaml('pack.yaml', PackFileSchema),
      await this.#yaml('topics.yaml', TopicsFileSchema),
    ]
    const topicKeys = new Set(topics?.value.map((topic) => topic.key))
    if (topics) this.#refuseRepeats('topics.yaml', topics.value, (index) => topics.lineOf([index, 'key']))
    const courses: PackCourse[] = []
    for (const key of await this.#list('courses')) {
      const course = await this.#readCourse(key, topics && topicKeys)
      if (course) courses.push(course)
    }
    const paths = await this.#readPaths(new Set(await this.#list('courses')))
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
    if (!KEY.test(key)) this.#blame(folder)(1, 'the name of a course is lower-case letters, digits and -')
    for (const name of await this.#list(folder)) {
      if (!COURSE_PARTS.has(name)) this.#blame(`${folder}/${name}`)(1, 'is not a part of a course')
    }
    const file = `${folder}/course.yaml`
    const course = await this.#yaml(file, CourseFileSchema)
    if (course && topicKeys && !topicKeys.has(course.value.topic))
      this.#blame(file)(course.lineOf(['topic']), `topic: "${course.value.topic}" is not in topics.yaml`)
    const images = await this.#readImages(folder)
    const findPicture = (from: string) => (reference: string, line: number) => {
      const known = images.get(reference)
      if (known === undefined) this.#blame(from)(line, `the picture ${reference} is not in ${folder}/images`)
      else if (known.bytes) this.#media.set(known.name, known.bytes)
      return known?.name
    }
    const { lessons, quizzes } = await this.#readLessons(folder, findPicture)
    const projectFile = `${folder}/project.yaml`
    const project = (await this.#list(folder)).includes('project.yaml')
      ? await this.#yaml(projectFile, ProjectFileSchema)
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

  /** Every picture of a course, by the reference that lessons use for it. */
  async #readImages(folder: string): Promise<Map<string, { name: string; bytes: Uint8Array }>> {
    const images = new Map<string, { name: string; bytes: Uint8Array }>()
    for (const name of await this.#list(`${folder}/images`)) {
      const file = `${folder}/images/${name}`
      const blame = this.#blame(file)
      if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*\.svg$/.test(name)) {
        blame(1, 'a picture is a file <name>.svg')
        continue
      }
      const text = await this.#text(file)
      if (text === undefined) continue
      checkSvg(text, blame)
      const bytes = new TextEncoder().encode(text)
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      images.set(`images/${name}`, { name: `${digest}.svg`, bytes })
    }
    return images
  }

  async #readLessons(
    folder: string,
    findPicture: (from: string) => (reference: string, line: number) => string | undefined,
  ): Promise<{ lessons: PackLesson[]; quizzes: Quiz[] }> {
    const lessons: PackLesson[] = []
    const quizzes = new Map<string, Quiz>()
    const taken = new Set<string>()
    const names = await this.#list(`${folder}/lessons`)
    if (names.length === 0) this.#blame(`${folder}/lessons`)(1, 'a course has at least one lesson')
    for (const name of names) {
      const file = `${folder}/lessons/${name}`
      const blame = this.#blame(file)
      const [, number, key] = LESSON_NAME.exec(name) ?? []
      if (!number || !key) {
        blame(1, 'the name of a lesson is <number>-<key>.md, such as 01-first-steps.md')
        continue
      }
      if (taken.has(number) || taken.has(key))
        blame(1, `the ${taken.has(key) ? `key ${key}` : `number ${number}`} is taken by another lesson`)
      taken.add(number).add(key)
      const text = await this.#text(file)
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
    for (const name of await this.#list('paths')) {
      const file = `paths/${name}`
      const key = this.#keyOf(file, name)
      const path = await this.#yaml(file, PathFileSchema)
      if (!path || !key) continue
      for (const [index, course] of path.value.courses.entries()) {
        if (!courseKeys.has(course))
          this.#blame(file)(path.lineOf(['courses', index]), `there is no course "${course}"`)
        else if (path.value.courses.indexOf(course) !== index)
          this.#blame(file)(path.lineOf(['courses', index]), `the course "${course}" is named twice`)
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
    for (const name of await this.#list('questions')) {
      const file = `questions/${name}`
      const topic = this.#keyOf(file, name)
      if (topic && !topicKeys.has(topic)) this.#blame(file)(1, `"${topic}" is not in topics.yaml`)
      const read = await this.#yaml(file, QuestionsFileSchema)
      if (!read || !topic) continue
      this.#refuseRepeats(file, read.value, (index) => read.lineOf([index, 'key']))
      for (const [index, quiz] of read.value.entries()) {
        refuseEqualOptions(quiz, read.lineOf([index]), this.#blame(file))
        questions.push({ ...makeQuizSafe(quiz), topic })
      }
    }
    return questions
  }

  #refuseRepeats(file: string, things: { key: string }[], lineOf: (index: number) => number): void {
    const seen = new Set<string>()
    for (const [index, { key }] of things.entries()) {
      if (seen.has(key)) this.#blame(file)(lineOf(index), `the key ${key} is used twice`)
      seen.add(key)
    }
  }

  #keyOf(file: string, name: string): string | undefined {
    const key = name.replace(/\.yaml$/, '')
    if (name.endsWith('.yaml') && KEY.test(key)) return key
    this.#blame(file)(1, 'must be named <key>.yaml')
    return undefined
  }

  async #yaml<Schema extends z.ZodType>(file: string, schema: Schema) {
    const text = await this.#text(file)
    return text === undefined ? undefined : readYaml(text, schema, this.#blame(file))
  }

  /** The text of a file with plain line ends; undefined when it cannot be one. */
  async #text(file: string): Promise<string | undefined> {
    const blame = this.#blame(file)
    const path = join(this.#folder, file)
    try {
      if ((await stat(path)).size > FILE_LIMIT_BYTES) {
        blame(1, 'is larger than 1 MiB')
        return undefined
      }
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
      if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n')
      blame(text.slice(0, text.indexOf('\0')).split('\n').length, 'holds a NUL')
    } catch (fault) {
      blame(1, fault instanceof TypeError ? 'is not UTF-8 text' : 'is missing or cannot be read')
    }
    return undefined
  }

  async #list(folder: string): Promise<string[]> {
    try {
      const names = await readdir(join(this.#folder, folder))
      return names.filter((name) => !IGNORED.test(name)).sort()
    } catch {
      return []
    }
  }

  #blame(file: string): Blame {
    return (line, message) => void this.faults.push({ file, line, message })
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
