import { join } from 'node:path'

export interface ReadPdf {
  /** The words of each page. */
  pages: string[]
  title?: string
}

/** The content of a PDF, read by a third-party library. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const reader = Bun.spawn([process.execPath, join(import.meta.dir, 'pdf-reader.ts')], {
    stdin: bytes as Uint8Array<ArrayBuffer>,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [text, errors] = await Promise.all([
    new Response(reader.stdout).text(),
    new Response(reader.stderr).text(),
  ])
  if ((await reader.exited) !== 0) throw new Error(`the PDF could not be read:\n${errors}`)
  return JSON.parse(text)
}
