import { type CsvCell, toCsv } from '../csv.ts'
import { plainResponse, type ResponseContext } from './response.ts'
import { streamOf } from './stream-of.ts'

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

/**
 * A file that is made while it is sent, so that it is never in memory as a whole. An error after the first byte closes the
 * connection.
 */
export class FileStream {
  readonly fileName: string
  readonly contentType: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** Called once, when everything is sent, or when the client or an error ends the response. */
  readonly onEnd: () => Promise<void>

  constructor(file: Pick<FileStream, 'fileName' | 'contentType' | 'chunks' | 'onEnd'>) {
    this.fileName = file.fileName
    this.contentType = file.contentType
    this.chunks = file.chunks
    this.onEnd = file.onEnd
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
  file: FileDownload | FileStream,
  status: number,
  { requestId, headers }: ResponseContext,
): Response {
  const body = file instanceof FileStream ? streamOf(file.chunks, file.onEnd, 'file') : file.text
  return plainResponse(body, status, {
    'content-type': file.contentType,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...headers,
  })
}
