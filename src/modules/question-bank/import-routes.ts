import type { Endpoint } from '../../platform/http/endpoint.ts'
import { newId } from '../../platform/ids.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import { adminAction } from '../staff-access/public/admin-endpoint.ts'
import { errors } from './errors.ts'
import { MAX_FILE_BYTES } from './formats/question-file.ts'
import {
  IMPORT_REPORT_EXAMPLE,
  ImportReportSchema,
  ImportRequestSchema,
  importQuestions,
  readImport,
} from './import-questions.ts'

export function importRoutes(): Endpoint[] {
  return [
    adminAction('POST /admin/questions/import', {
      summary: 'Import questions from a file',
      description:
        'As multipart with the part `file`, or as JSON with `text`. The questions become drafts of the caller, in one transaction. Questions that the caller has already, and those that cannot be read, are left out and reported with their lines. Texts are Markdown; HTML is converted or refused.',
      body: ImportRequestSchema,
      bodyExample: {
        format: 'gift',
        text: 'Who may spend? {=The owner of the key ~Anybody}',
        tags: ['keys'],
      },
      upload: {
        parts: ['file'],
        limitBytes: MAX_FILE_BYTES + 64 * 1024,
        description: 'At most 5 MiB, 2,000 questions, and 16 MiB when it is unpacked. UTF-8.',
      },
      response: { data: ImportReportSchema, example: IMPORT_REPORT_EXAMPLE },
      refusals: [errors.question_file_missing, authoringErrors.topic_not_found],
      prepare: async ({ body, files }) => {
        const file = files.get('file')?.[0]
        if (!file && body.text === undefined) throw errors.question_file_missing()
        return readImport(body, file && new Uint8Array(await file.arrayBuffer()))
      },
      perform: async (tx, { caller: editor, body, now }, file) => {
        const { topicId, format, dryRun: isDryRun = false, withQuestions: returnsQuestions = false } = body
        const report = await importQuestions(tx, { file, topicId, isDryRun, returnsQuestions, editor, now })
        const questionIds = report.created.flatMap(({ id }) => id ?? [])
        const act = {
          name: 'question.imported',
          subject: { kind: 'question_import', id: newId() },
          before: null,
          after: { format, questionIds },
        } as const
        return { data: report, act: questionIds.length > 0 ? act : undefined }
      },
    }),
  ]
}
