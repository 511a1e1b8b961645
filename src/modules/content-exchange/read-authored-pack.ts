import { isId } from '../../platform/ids.ts'
import {
  CategoriesFileSchema,
  CourseFileSchema,
  type PackError,
  PackFileSchema,
  PathFileSchema,
  ProjectFileSchema,
  QuestionsFileSchema,
  type Quiz,
  TopicsFileSchema,
} from '../authoring/public/pack.ts'
import { PackFolder } from '../authoring/public/pack-folder.ts'
import {
  type FindImage,
  readLesson,
  sanitizePackProject,
  sanitizePackQuiz,
  withStoredImages,
} from '../authoring/public/read-lesson.ts'
import { readRequirement } from '../catalog/public/lesson-requirement.ts'
import type { StoredSlide } from '../catalog/public/slide.ts'
import type { ImportedUse, QuestionId } from '../questions/public/question.ts'
import {
  AUTHORED_PACK_ID,
  type AuthoredContent,
  type AuthoredFile,
  AuthoredFileSchema,
} from './authored-pack.ts'
import { createImageFinder } from './create-image-finder.ts'
import { type AuthoredBadge, readBadgeFiles } from './read-badge-files.ts'
import { type PackMedium, readMediaFiles } from './read-media-files.ts'

export interface AuthoredPack {
  content: AuthoredContent
  badges: AuthoredBadge[]
  media: PackMedium[]
  /** Drawings of packs in copied courses, by the digest of their content. */
  drawings: Map<string, Uint8Array>
}

/** Whether a folder has a pack of authored content. */
export async function isAuthoredPack(folder: string): Promise<boolean> {
  return (await new PackFolder(folder).list('.')).includes('authored.yaml')
}

/** Reads a pack of authored content. Returns the pack, or all errors with file and line. */
export async function readAuthoredPack(folder: string): Promise<AuthoredPack | { errors: PackError[] }> {
  const files = new PackFolder(folder)
  const pack = await new AuthoredReader(files).read()
  return files.errors.length > 0 || !pack ? { errors: files.errors } : pack
}

const ROOT_FILES = new Set([
  'pack.yaml',
  'authored.yaml',
  'topics.yaml',
  'categories.yaml',
  'media.yaml',
  'media',
  'paths',
  'courses',
  'questions',
  'bank',
  'badges',
])
const LESSON_NAME = /^\d{2,4}-(.+)\.md$/

class AuthoredReader {
  readonly #files: PackFolder
  readonly #drawings = new Map<string, Uint8Array>()
  readonly #libraryIds = new Set<string>()
  readonly #ids = new Set<string>()
  readonly #content: AuthoredContent = {
    topics: [],
    categories: [],
    courses: [],
    lessons: [],
    questions: [],
    paths: [],
  }
  #about: AuthoredFile = AuthoredFileSchema.parse({})

  constructor(files: PackFolder) {
    this.#files = files
  }

  async read(): Promise<AuthoredPack | undefined> {
    const names = await this.#files.list('.')
    for (const name of names) {
      if (!ROOT_FILES.has(name)) this.#files.reportError(name)(1, 'is not a part of a pack')
    }
    const pack = await this.#files.yaml('pack.yaml', PackFileSchema)
    if (pack && pack.value.id !== AUTHORED_PACK_ID)
      pack.reportAt(['id'], `id: a pack with authored.yaml has the id ${AUTHORED_PACK_ID}`)
    const about = await this.#files.yaml('authored.yaml', AuthoredFileSchema)
    if (!about) return undefined
    this.#about = about.value
    const media = names.includes('media.yaml') ? await readMediaFiles(this.#files) : []
    for (const { id } of media) this.#libraryIds.add(id)
    if (names.includes('topics.yaml'))
      this.#content.topics = (await this.#files.yaml('topics.yaml', TopicsFileSchema))?.value ?? []
    if (names.includes('categories.yaml')) {
      const read = await this.#files.yaml('categories.yaml', CategoriesFileSchema)
      this.#content.categories = (read?.value ?? []).map(({ key, title, titles }) => ({
        key,
        titles: { ...titles, en: title },
      }))
    }
    for (const id of await this.#files.list('courses')) await this.#readCourse(id)
    for (const name of await this.#files.list('paths')) await this.#readPath(name)
    await this.#readQuestions('questions', 'CHALLENGE')
    await this.#readQuestions('bank', 'PRACTICE')
    this.#checkReferences()
    const badges = await readBadgeFiles(this.#files, this.#about.drafts.badges)
    return { content: this.#content, badges, media, drawings: this.#drawings }
  }

  async #readCourse(id: string): Promise<void> {
    const folder = `courses/${id}`
    if (!this.#checkId(folder, id)) return
    const course = await this.#files.yaml(`${folder}/course.yaml`, CourseFileSchema)
    if (!course) return
    const imageIn = await this.#findImagesOf(folder)
    const names = await this.#files.list(folder)
    const project = names.includes('project.yaml')
      ? await this.#files.yaml(`${folder}/project.yaml`, ProjectFileSchema)
      : undefined
    const { cover, premium, bonus, requires, topic, ...plain } = course.value
    const coverName = cover && imageIn(`${folder}/course.yaml`)(cover, course.lineOf(['cover']))
    const { drafts, covers } = this.#about
    this.#content.courses.push({
      ...plain,
      id,
      topic,
      premium,
      isDraft: drafts.courses.includes(id),
      coverKey: coverName ? `media/${coverName}` : null,
      coverMediumId: covers[id] ?? null,
      bonusXp: bonus.xp,
      bonusGems: bonus.gems,
      project: project ? sanitizePackProject(project.value) : null,
      isProjectDraft: drafts.projects.includes(id),
      requiredScore: readRequirement(requires),
    })
    for (const name of await this.#files.list(`${folder}/lessons`))
      await this.#readLesson(id, `${folder}/lessons/${name}`, topic, imageIn)
    if (names.includes('test.yaml'))
      await this.#readQuizzes(`${folder}/test.yaml`, topic, 'TEST', imageIn(`${folder}/test.yaml`), id)
  }

  async #readLesson(
    courseId: string,
    file: string,
    topic: string,
    imageIn: (file: string) => FindImage,
  ): Promise<void> {
    const id = LESSON_NAME.exec(file.split('/').at(-1)!)?.[1] ?? ''
    const reportError = this.#files.reportError(file)
    if (!this.#checkId(file, id)) return
    const text = await this.#files.text(file)
    const read = text === undefined ? undefined : readLesson(text, reportError, imageIn(file))
    if (!read) return
    for (const { line, ...quiz } of read.quizzes) this.#addQuestion(file, line, quiz, topic, 'PRACTICE')
    const { title, xp, gems, requires, slides } = read.lesson
    const stored = slides.map(
      (slide): StoredSlide =>
        slide.type === 'QUIZ' ? { type: 'QUIZ', questionId: slide.quizKey as QuestionId } : slide,
    )
    const isDraft = this.#about.drafts.lessons.includes(id)
    const requiredScore = readRequirement(requires)
    this.#content.lessons.push({ id, courseId, isDraft, title, xp, gems, requiredScore, slides: stored })
  }

  async #readPath(name: string): Promise<void> {
    const file = `paths/${name}`
    const id = name.replace(/\.yaml$/, '')
    if (!this.#checkId(file, id)) return
    const path = await this.#files.yaml(file, PathFileSchema)
    if (!path) return
    const isDraft = this.#about.drafts.paths.includes(id)
    this.#content.paths.push({ ...path.value, id, isDraft, coverMediumId: this.#about.covers[id] ?? null })
  }

  async #readQuestions(folder: string, use: ImportedUse): Promise<void> {
    const imageIn = await this.#findImagesOf(folder)
    for (const name of await this.#files.list(folder)) {
      if (name === 'images') continue
      const file = `${folder}/${name}`
      const topic = this.#files.keyOf(file, name)
      if (topic) await this.#readQuizzes(file, topic, use, imageIn(file))
    }
  }

  async #readQuizzes(
    file: string,
    topic: string,
    use: ImportedUse,
    findImage: FindImage,
    courseId?: string,
  ): Promise<void> {
    const read = await this.#files.yaml(file, QuestionsFileSchema)
    for (const [index, quiz] of (read?.value ?? []).entries()) {
      const line = read!.lineOf([index])
      const stored = withStoredImages(quiz, (reference) => findImage(reference, line))
      this.#addQuestion(file, line, sanitizePackQuiz(stored), topic, use, courseId)
    }
  }

  #addQuestion(
    file: string,
    line: number,
    quiz: Quiz,
    courseTopic: string,
    use: ImportedUse,
    courseKey?: string,
  ): void {
    const { key } = quiz
    if (!this.#checkId(file, key, line)) return
    const { topics, tags, drafts, practice } = this.#about
    this.#content.questions.push({
      ...quiz,
      topicKey: topics[key] ?? courseTopic,
      use,
      ...(courseKey ? { courseKey } : {}),
      ...(practice[key] && use === 'PRACTICE' ? { practiceLessonId: practice[key] } : {}),
      isDraft: drafts.questions.includes(key),
      tags: tags[key] ?? [],
    })
  }

  async #findImagesOf(folder: string): Promise<(file: string) => FindImage> {
    const deps = { files: this.#files, libraryIds: this.#libraryIds, drawings: this.#drawings }
    return createImageFinder(deps, folder)
  }

  #checkReferences(): void {
    const { courses, questions } = this.#content
    const topics = new Set(this.#content.topics.map(({ key }) => key))
    for (const { id, topic } of courses)
      if (!topics.has(topic))
        this.#files.reportError(`courses/${id}/course.yaml`)(1, `topic: "${topic}" is not in topics.yaml`)
    for (const topicKey of new Set(questions.map((question) => question.topicKey)))
      if (!topics.has(topicKey))
        this.#files.reportError('topics.yaml')(1, `the topic "${topicKey}" is missing`)
    const lessons = new Set(this.#content.lessons.map(({ id }) => id))
    for (const lessonId of Object.values(this.#about.practice))
      if (!lessons.has(lessonId))
        this.#files.reportError('authored.yaml')(1, `practice: the lesson ${lessonId} is not in the pack`)
    for (const mediumId of Object.values(this.#about.covers))
      if (!this.#libraryIds.has(mediumId))
        this.#files.reportError('authored.yaml')(1, `covers: the medium ${mediumId} is not in media.yaml`)
  }

  /** Ids are unique in the whole pack, because content of any kind keeps its id. */
  #checkId(file: string, id: string, line = 1): boolean {
    const isNew = isId(id) && !this.#ids.has(id)
    if (!isNew) this.#files.reportError(file)(line, `"${id}" is not an id, or is used twice`)
    this.#ids.add(id)
    return isNew
  }
}
