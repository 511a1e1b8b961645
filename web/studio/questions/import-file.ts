import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import type { ImportFormat } from './file-formats.ts'
import { recogniseFormat } from './recognise-format.ts'
import { tagsOf } from './tags.ts'

/** What the author wants to import. */
export interface ImportFields {
  text: string
  /** Instead of the text. */
  file: File | undefined
  /** The first bytes of the file as text, by which its format is known. */
  begin: string
  /** Undefined: recognised. */
  format: ImportFormat | undefined
  topicId: string
  tags: string
  difficulty: 'EASY' | 'MEDIUM' | 'HARD'
  use: 'PRACTICE' | 'CHALLENGE'
}

export const EMPTY_IMPORT: ImportFields = {
  text: '',
  file: undefined,
  begin: '',
  format: undefined,
  topicId: '',
  tags: '',
  difficulty: 'MEDIUM',
  use: 'CHALLENGE',
}

const BEGIN_BYTES = 20_000

/** Enough of a file to know its format. */
export const readBegin = (file: File): Promise<string> => file.slice(0, BEGIN_BYTES).text()

/** The format that the text or the file seems to have. */
export const recognisedFormat = ({ text, file, begin }: ImportFields): ImportFormat | undefined =>
  file ? recogniseFormat(begin, file.name) : recogniseFormat(text)

/** Sheets of other services are packed as ours are. */
const SHEETS: readonly ImportFormat[] = ['xlsx', 'kahoot', 'quizizz']

export interface Checked {
  format: ImportFormat
  report: Api.QuestionImportReport
}

/** Lets the service say what it would import. An Excel file that is not in our columns may be a sheet of another service. */
export async function checkFile(fields: ImportFields): Promise<Checked> {
  const recognised = fields.format ?? recognisedFormat(fields) ?? 'gift'
  const tried = fields.format === undefined && recognised === 'xlsx' ? SHEETS : [recognised]
  const reports: Checked[] = []
  for (const format of tried) {
    const report = await sendFile(fields, format, true)
    reports.push({ format, report })
    if (report.created.length + report.duplicates.length > 0) return { format, report }
  }
  return reports[0]!
}

export async function sendFile(
  fields: ImportFields,
  format: ImportFormat,
  isDryRun: boolean,
): Promise<Api.QuestionImportReport> {
  const { text, file, topicId, tags, difficulty, use } = fields
  const body = new FormData()
  body.set('file', file ?? new File([text], 'questions.txt', { type: 'text/plain' }))
  body.set('format', format)
  body.set('difficulty', difficulty)
  body.set('use', use)
  if (topicId) body.set('topicId', topicId)
  if (tagsOf(tags).length > 0) body.set('tags', tagsOf(tags).join(','))
  if (isDryRun) body.set('dryRun', 'true')
  return (await lyceum.call('POST /admin/questions/import', { body })).data
}
