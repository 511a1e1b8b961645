import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { lockCatalog } from '../authoring/public/change-catalog.ts'
import {
  createQuestions,
  listUnknownSkills,
  resolveTopic,
  toStoredForm,
} from '../authoring/public/edit-question.ts'
import { type Editor, getQuestionAccess } from '../authoring/public/editor.ts'
import {
  type QuestionDraft,
  type QuizDraft,
  QuizDraftSchema,
  TagSchema,
} from '../authoring/public/question-draft.ts'
import { fingerprintOf } from '../questions/public/fingerprint.ts'
import { DIFFICULTIES } from '../questions/public/question.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { IMPORT_FORMATS, parseFile } from './formats/parse-file.ts'
import { excerptOf, type FileQuestion, type ParsedFile } from './formats/question-file.ts'
import { listByFingerprint } from './queries.ts'

/** As many as a lesson has slides. */
const MAX_RETURNED = 100

/** A form sends a flag and a list as text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
const tagList = z.union([
  z.array(TagSchema).max(20),
  z
    .string()
    .transform((text) => text.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])))
    .pipe(z.array(TagSchema).max(20)),
])

export const ImportRequestSchema = z
  .object({
    format: z.enum(IMPORT_FORMATS).openapi({
      description:
        '`csv` and `xlsx` have our own columns. `kahoot` and `quizizz` are the sheets of these services, as .xlsx or CSV.',
    }),
    text: z
      .string()
      .max(65_536)
      .optional()
      .openapi({ description: 'The file as text, instead of the part `file`' }),
    topicId: z.uuid().optional().openapi({ description: 'Default: the topic "general".' }),
    use: z.enum(['PRACTICE', 'CHALLENGE']).optional(),
    difficulty: z
      .enum(DIFFICULTIES)
      .optional()
      .openapi({ description: 'For questions whose file says none' }),
    tags: tagList.optional().openapi({ description: 'Added to each question. As text: separated by commas' }),
    dryRun: flag.optional().openapi({ description: 'Report only' }),
    withQuestions: flag
      .optional()
      .openapi({ description: 'With a dry run: also return the questions, for a lesson' }),
  })
  .openapi('QuestionImport')
export type ImportRequest = z.output<typeof ImportRequestSchema>

const line = z.int().openapi({ description: 'The line or row of the file, from 1' })

export const ImportReportSchema = z
  .object({
    dryRun: z.boolean(),
    created: z.array(
      z.object({
        line,
        id: z.string().nullable().openapi({ description: 'Null in a dry run' }),
        type: z.enum(QUESTION_TYPES),
        excerpt: z.string(),
      }),
    ),
    duplicates: z
      .array(
        z.object({
          line,
          excerpt: z.string(),
          questionId: z
            .string()
            .nullable()
            .openapi({ description: 'The question of the bank that is the same' }),
          firstLine: z
            .int()
            .nullable()
            .openapi({ description: 'Where the file has the same question before' }),
        }),
      )
      .openapi({ description: 'Not imported' }),
    problems: z
      .array(z.object({ line, message: z.string(), excerpt: z.string() }))
      .openapi({ description: 'What was not imported, and why' }),
    ignored: z.array(z.string()).openapi({
      description: 'What the file has for its questions and we have no field for, such as time limits',
    }),
    questions: z
      .array(z.object({ line, question: QuizDraftSchema }))
      .optional()
      .openapi({
        description: `If the request asks for them: the first ${MAX_RETURNED} questions, each once, also those that the bank has`,
      }),
  })
  .openapi('QuestionImportReport')
export type ImportReport = z.output<typeof ImportReportSchema>

export const IMPORT_REPORT_EXAMPLE = {
  dryRun: false,
  created: [
    { line: 3, id: '019a8b5e-7c1d-7000-8000-0000000000f1', type: 'SINGLE_CHOICE', excerpt: 'Who may spend?' },
  ],
  duplicates: [],
  problems: [{ line: 9, message: 'has no right option', excerpt: 'Which key? {~a ~b}' }],
  ignored: ['names of questions'],
} as const

/** Parses a file. It needs no database, so it runs before the transaction. */
export function readImport(
  { format, topicId: _, dryRun: __, withQuestions: ___, text, ...defaults }: ImportRequest,
  file?: Uint8Array,
): ParsedFile {
  return parseFile(format, file ?? new TextEncoder().encode(text ?? ''), defaults)
}

/** Creates the questions of a file as drafts of the editor. Duplicates and faulty questions are left out and reported. */
export async function importQuestions(
  tx: Tx,
  {
    file,
    topicId,
    isDryRun,
    returnsQuestions,
    editor,
    now,
  }: {
    file: ParsedFile
    topicId: string | undefined
    isDryRun: boolean
    returnsQuestions: boolean
    editor: Editor
    now: Date
  },
): Promise<ImportReport> {
  // One import at a time, so that two imports of a file do not create its questions twice.
  await lockCatalog(tx)
  const topic = await resolveTopic(tx, topicId)
  const { questions, problems } = await withoutUnknownSkills(tx, file)
  const { fresh, duplicates, distinct } = await findDuplicates(tx, questions, editor)
  const drafts = fresh.map(({ draft }) => draft)
  const ids = isDryRun ? [] : await createQuestions(tx, { drafts, topicId: topic, editor, now })
  return {
    dryRun: isDryRun,
    created: fresh.map(({ line: at, draft: { type, prompt } }, index) => ({
      line: at,
      id: ids[index] ?? null,
      type,
      excerpt: excerptOf(prompt),
    })),
    duplicates,
    problems: problems.toSorted((one, other) => one.line - other.line),
    ignored: file.ignored,
    ...(isDryRun && returnsQuestions ? { questions: distinct.slice(0, MAX_RETURNED).map(forLesson) } : {}),
  }
}

/** A question as it would be stored, without what questions of lessons do not have. */
function forLesson({ line: at, draft }: FileQuestion): { line: number; question: QuizDraft } {
  const { topicId: _, use: __, courseId: ___, tags: ____, ...question } = toStoredForm<QuestionDraft>(draft)
  return { line: at, question: question as QuizDraft }
}

async function withoutUnknownSkills(db: Db, { questions, problems }: ParsedFile) {
  const skills = new Set(questions.flatMap(({ draft: { skill } }) => (skill === null ? [] : [skill])))
  const unknown = new Set(await listUnknownSkills(db, [...skills]))
  const isKnown = ({ draft: { skill } }: FileQuestion) => skill === null || !unknown.has(skill)
  return {
    questions: questions.filter(isKnown),
    problems: [
      ...problems,
      ...questions.flatMap((question) =>
        isKnown(question)
          ? []
          : [
              {
                line: question.line,
                message: `skill: "${question.draft.skill}" is not a skill of a course`,
                excerpt: excerptOf(question.draft.prompt),
              },
            ],
      ),
    ],
  }
}

/** Compares questions as they are stored with those of the bank and with earlier ones of the file. */
async function findDuplicates(db: Db, questions: FileQuestion[], editor: Editor) {
  const prints = questions.map(({ draft }) => fingerprintOf(toStoredForm<QuestionDraft>(draft)))
  const stored = await listByFingerprint(db, prints, await getQuestionAccess(db, editor, null))
  const storedIds = new Map(stored.map(({ fingerprint, id }) => [fingerprint, id]))
  const firstLines = new Map<string, number>()
  const fresh: FileQuestion[] = []
  const distinct: FileQuestion[] = []
  const duplicates: ImportReport['duplicates'] = []
  for (const [index, question] of questions.entries()) {
    const print = prints[index]!
    const questionId = storedIds.get(print) ?? null
    const firstLine = firstLines.get(print) ?? null
    if (firstLine === null) {
      firstLines.set(print, question.line)
      distinct.push(question)
    }
    if (questionId === null && firstLine === null) fresh.push(question)
    else
      duplicates.push({
        line: question.line,
        excerpt: excerptOf(question.draft.prompt),
        questionId,
        firstLine,
      })
  }
  return { fresh, duplicates, distinct }
}
