import { type CsvCell, toCsv } from '../csv.ts'
import { plainResponse, type ResponseContext } from './response.ts'

/** A file that a read returns instead of its JSON data, for clients that ask for a file. */
export class FileDownload {
  /** Letters, digits and hyphens, with the extension. */
  readonly fileName: string
  readonly contentType: string
  readonly text: string

  constructor(fileName: string, contentType: string, text: string) {
    this.fileName = fileName
    this.contentType = contentType
    this.text = text
  }
}

/** A table as a file. */
export class CsvDownload extends FileDownload {
  constructor(name: string, rows: readonly (readonly CsvCell[])[]) {
    super(`${name}.csv`, CSV_TYPE, toCsv(rows))
  }
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

/** Responds with an attachment, so that browsers save the file and do not show it. */
export function fileResponse(
  { fileName, contentType, text }: FileDownload,
  status: number,
  { requestId, headers }: ResponseContext,
): Response {
  return plainResponse(text, status, {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...headers,
  })
}
