import type { Storage } from '../../../platform/storage/storage.ts'
import { textOf } from '../files/detect-file-type.ts'
import { listZip } from '../files/list-zip.ts'
import { storageKeyOf } from '../files/store-files.ts'
import type { SubmittedFile } from '../public/submission.ts'
import type { FileEvidence } from './assessor.ts'

const TEXT_LENGTH = 200_000
const ENTRIES = 1_000

/** Reads the files of a submission without unpacking or running them. */
export async function readEvidence(storage: Storage, files: SubmittedFile[]): Promise<FileEvidence[]> {
  const evidence: FileEvidence[] = []
  for (const file of files) {
    const bytes = await storage.get(storageKeyOf(file.id))
    const { name, contentType, sizeBytes } = file
    evidence.push({ name, contentType, sizeBytes, ...(bytes ? seenIn(bytes, contentType) : NOTHING) })
  }
  return evidence
}

const NOTHING = { text: null, entries: null }

function seenIn(bytes: Uint8Array, contentType: string): Pick<FileEvidence, 'text' | 'entries'> {
  if (contentType === 'application/zip')
    return { text: null, entries: listZip(bytes)?.names.slice(0, ENTRIES) ?? null }
  if (contentType.startsWith('image/') || contentType === 'application/pdf') return NOTHING
  const text = textOf(bytes)
  if (text === undefined) return NOTHING
  const shown = contentType === 'application/x-ipynb+json' ? notebookText(text) : text
  return { text: shown.slice(0, TEXT_LENGTH), entries: null }
}

/** Returns the cells of a notebook without outputs, which are mostly images. */
function notebookText(text: string): string {
  try {
    const { cells } = JSON.parse(text) as { cells: { source?: string | string[] }[] }
    return cells.map(({ source }) => (Array.isArray(source) ? source.join('') : (source ?? ''))).join('\n\n')
  } catch {
    return text
  }
}
