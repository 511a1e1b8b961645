export type FileType = 'zip' | 'pdf' | 'png' | 'jpg' | 'ipynb' | 'md' | 'txt'

export const CONTENT_TYPES: Record<FileType, string> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  ipynb: 'application/x-ipynb+json',
  md: 'text/markdown',
  txt: 'text/plain',
}

const SIGNATURES: [FileType, number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  // %PDF-
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpg', [0xff, 0xd8, 0xff]],
]

/** Text formats that a browser or editor would run or render. */
const OTHER_TEXT = /^\s*(?:<!doctype|<html|<svg|<\?xml|<script|%!ps|\{\\rtf)/i
/** Control characters that do not occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex detects them.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/

/** Detects the type by content; undefined if the type is not supported. */
export function detectFileType(bytes: Uint8Array, name: string): FileType | undefined {
  for (const [type, signature] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[index] === byte)) return type
  }
  const text = textOf(bytes)
  if (text === undefined || text.trim() === '' || OTHER_TEXT.test(text)) return undefined
  if (isNotebook(text)) return 'ipynb'
  // Markdown and plain text differ only by name.
  return /\.(?:md|markdown)$/i.test(name) ? 'md' : 'txt'
}

/** Returns the text of a file; undefined if it is not plain UTF-8 text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return CONTROLS.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Uses patterns instead of parsing, because the JSON is untrusted and may have 10 MiB. */
function isNotebook(text: string): boolean {
  return /^\s*\{/.test(text) && /"nbformat"\s*:\s*\d/.test(text) && /"cells"\s*:\s*\[/.test(text)
}

const TYPES_BY_NAME = new Map<string, FileType[]>([
  ['zip', ['zip']],
  ['pdf', ['pdf']],
  ['png', ['png']],
  ['jpg', ['jpg']],
  ['jpeg', ['jpg']],
  ['ipynb', ['ipynb']],
  ['md', ['md']],
  ['markdown', ['md']],
  ['txt', ['txt', 'ipynb']],
])

/** An unknown extension matches every type. A known extension must match the detected type. */
export function matchesExtension(type: FileType, name: string): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const expectedTypes = TYPES_BY_NAME.get(ending)
  return expectedTypes === undefined || expectedTypes.includes(type)
}
