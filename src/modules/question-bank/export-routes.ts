import type { Endpoint } from '../../platform/http/endpoint.ts'
import { CSV_TYPE, FileDownload } from '../../platform/http/file-download.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { listEditableQuestions } from '../authoring/public/list-questions.ts'
import { QuestionQuerySchema } from '../authoring/public/question-draft.ts'
import { adminRead } from '../staff-access/public/admin-endpoint.ts'
import { errors } from './errors.ts'
import type { BankQuestion } from './formats/extras.ts'
import { EXPORT_FORMATS, type ExportFormat, printFile } from './formats/print-file.ts'
import { MAX_QUESTIONS } from './formats/question-file.ts'

const FILES: Record<ExportFormat, { fileName: string; contentType: string }> = {
  gift: { fileName: 'questions.gift', contentType: 'text/plain; charset=utf-8' },
  'moodle-xml': { fileName: 'questions.xml', contentType: 'application/xml; charset=utf-8' },
  csv: { fileName: 'questions.csv', contentType: CSV_TYPE },
}

export function exportRoutes({ db }: Platform): Endpoint[] {
  return [
    adminRead('GET /admin/questions/export', {
      summary: 'Export questions as a file',
      description:
        'The questions that the caller may change, with their answers: own ones and those in lessons of own courses; an ADMIN exports all authored ones. The file can be imported again. Questions that a format cannot express are named in comments of the file. At most 2,000.',
      query: QuestionQuerySchema.extend({
        use: z.enum(['PRACTICE', 'CHALLENGE']).optional(),
        format: z.enum(EXPORT_FORMATS),
      }),
      response: {
        fileExamples: {
          'text/plain': '[markdown]Who may spend? {\n\t=The owner of the key\n\t~Anybody\n}\n',
          'application/xml': '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n</quiz>\n',
          'text/csv':
            'type,prompt,option1,option2\r\nSINGLE_CHOICE,Who may spend?,The owner of the key,Anybody\r\n',
        },
      },
      refusals: [errors.too_many_questions],
      handle: async ({ query: { format, ...query }, caller: editor }) => {
        const questions = await listEditableQuestions(db, query, { editor, limit: MAX_QUESTIONS + 1 })
        if (questions.length > MAX_QUESTIONS) throw errors.too_many_questions()
        const { fileName, contentType } = FILES[format]
        return new FileDownload(fileName, contentType, printFile(format, questions as BankQuestion[]))
      },
    }),
  ]
}
