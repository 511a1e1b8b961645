import { type CsvCell, toCsv } from '../csv.ts'
import { plainResponse, type ResponseContext } from './response.ts'

/** A table that a read returns instead of its JSON data, for clients that ask for a file. */
export class CsvDownload {
  /** Letters, digits and hyphens, without the extension. */
  readonly name: string
  readonly text: string

  constructor(name: string, rows: readonly (readonly CsvCell[])[]) {
    this.name = name
    this.text = toCsv(rows)
  }
}

/** Responds with an attachment, so that browsers save the table and do not show it. */
export function csvResponse(
  { name, text }: CsvDownload,
  status: number,
  { requestId, headers }: ResponseContext,
): Response {
  return plainResponse(text, status, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...headers,
  })
}
