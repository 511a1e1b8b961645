import { z } from 'zod'
import type { CourseFileSchema, LessonHeaderSchema, PathFileSchema } from '../authoring/public/pack.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type { Category } from '../catalog/public/category.ts'
import type { RequiredScore } from '../catalog/public/lesson-requirement.ts'
import type { StoredSlide } from '../catalog/public/slide.ts'
import type { ImportedQuestion } from '../questions/public/import-questions.ts'

/** The id of every pack with authored content, so that two servers export the same content alike. */
export const AUTHORED_PACK_ID = 'authored'

const id = z.uuid()
const ids = z.array(id).default([])

/** `authored.yaml`: what only authored content has. The file marks a pack as one of authored content. */
export const AuthoredFileSchema = z.strictObject({
  drafts: z
    .strictObject({
      courses: ids,
      lessons: ids,
      projects: ids,
      paths: ids,
      questions: ids,
      badges: z.array(z.string().max(80)).default([]),
    })
    .prefault({}),
  /** The media that are the covers of courses and paths. */
  covers: z.record(id, id).default({}),
  tags: z.record(id, z.array(z.string().trim().min(1).max(40)).max(20)).default({}),
  /** The lessons after which practice asks questions of the bank. */
  practice: z.record(id, id).default({}),
  /** The topics of questions in lessons and tests, where they are not those of the course. */
  topics: z.record(id, z.string().max(80)).default({}),
})
export type AuthoredFile = z.output<typeof AuthoredFileSchema>

const size = z.int().min(1).max(100_000)

/** `media.yaml`: the files are in `media/`. */
export const MediaFileSchema = z.array(
  z.strictObject({
    id,
    kind: z.enum(['PICTURE', 'AUDIO', 'CAPTIONS']),
    name: z.string().min(1).max(200),
    /** Of a picture that is not only decoration. */
    alt: z.string().trim().min(1).max(300).optional(),
    width: size.optional(),
    height: size.optional(),
    placeholder: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .optional(),
    durationSeconds: z.number().min(0).max(86_400).optional(),
    files: z
      .array(z.strictObject({ name: z.string().max(100), width: size.optional(), height: size.optional() }))
      .min(1)
      .max(40),
  }),
)

export interface AuthoredLesson extends Omit<z.output<typeof LessonHeaderSchema>, 'requires'> {
  id: string
  courseId: string
  isDraft: boolean
  requiredScore: RequiredScore
  slides: StoredSlide[]
}

export interface AuthoredCourse
  extends Omit<z.output<typeof CourseFileSchema>, 'cover' | 'bonus' | 'requires'> {
  id: string
  isDraft: boolean
  /** The drawing of a pack, if the course is a copy. */
  coverKey: string | null
  coverMediumId: string | null
  bonusXp: number
  bonusGems: number
  project: CapstoneProject | null
  isProjectDraft: boolean
  requiredScore: RequiredScore
}

/** Its courses are ids of authored courses and keys of courses of packs. */
export interface AuthoredPath extends z.output<typeof PathFileSchema> {
  id: string
  isDraft: boolean
  coverMediumId: string | null
}

/** A question in the form of packs. Its key is its id; `courseKey` is the id of the course of a test question. */
export type AuthoredQuestion = ImportedQuestion & { isDraft: boolean; tags: string[] }

/** Everything that authors made, without the badges and media. */
export interface AuthoredContent {
  topics: { key: string; title: string }[]
  categories: Category[]
  courses: AuthoredCourse[]
  lessons: AuthoredLesson[]
  questions: AuthoredQuestion[]
  paths: AuthoredPath[]
}
