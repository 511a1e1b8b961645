import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { checkSvg } from '../../../platform/svg/check-svg.ts'
import { type ReportError, readYaml } from '../../../platform/yaml/read-yaml.ts'
import type { PackError } from './pack.ts'
import { PACK_KEY } from './plain-quiz.ts'

const FILE_LIMIT_BYTES = 1024 * 1024
/** Files that are not part of the pack format. */
const IGNORED = /^(\..*|README\.md|LICENSE)$/

/** `name` is a digest of the content, independent of the file name. */
export interface PackImage {
  name: string
  bytes: Uint8Array
}

/** The content of a YAML file, and how to report an error at a place in it. */
export interface ReadFile<Value> {
  value: Value
  reportAt: (path: PropertyKey[], message: string) => void
}

/** The files of a pack. Collects errors instead of throwing, so that authors see all errors of a pack together. */
export class PackFolder {
  readonly #errors: PackError[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The errors found so far, in file order. */
  get errors(): PackError[] {
    return this.#errors.toSorted((one, other) =>
      one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
    )
  }

  /** Returns the images in `<folder>/images` by the reference that texts use for them. */
  async images(folder: string): Promise<Map<string, PackImage>> {
    const images = new Map<string, PackImage>()
    for (const name of await this.list(`${folder}/images`)) {
      const file = `${folder}/images/${name}`
      const reportError = this.reportError(file)
      if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*\.svg$/.test(name)) {
        reportError(1, 'an image must be named <name>.svg')
        continue
      }
      const text = await this.text(file)
      if (text === undefined) continue
      checkSvg(text, reportError)
      const bytes = new TextEncoder().encode(text)
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      images.set(`images/${name}`, { name: `${digest}.svg`, bytes })
    }
    return images
  }

  keyOf(file: string, name: string): string | undefined {
    const key = name.replace(/\.yaml$/, '')
    if (name.endsWith('.yaml') && PACK_KEY.test(key)) return key
    this.reportError(file)(1, 'must be named <key>.yaml')
    return undefined
  }

  async yaml<Schema extends z.ZodType>(file: string, schema: Schema) {
    const text = await this.text(file)
    const reportError = this.reportError(file)
    const read = text === undefined ? undefined : readYaml(text, schema, reportError)
    const reportAt: ReadFile<unknown>['reportAt'] = (path, message) =>
      reportError(read!.lineOf(path), message)
    return read && { ...read, reportAt }
  }

  /** Returns the text of a file with LF line ends; undefined if it cannot be read as text. */
  async text(file: string): Promise<string | undefined> {
    const reportError = this.reportError(file)
    const path = join(this.#folder, file)
    try {
      if ((await stat(path)).size > FILE_LIMIT_BYTES) {
        reportError(1, 'is larger than 1 MiB')
        return undefined
      }
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
      if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n')
      reportError(text.slice(0, text.indexOf('\0')).split('\n').length, 'contains a NUL character')
    } catch (error) {
      reportError(1, error instanceof TypeError ? 'is not UTF-8 text' : 'is missing or cannot be read')
    }
    return undefined
  }

  /** Returns the content of a file that is not text; undefined if it is missing or larger than the limit. */
  async bytes(file: string, limitBytes: number): Promise<Uint8Array | undefined> {
    const path = join(this.#folder, file)
    try {
      if ((await stat(path)).size <= limitBytes) return new Uint8Array(await readFile(path))
      this.reportError(file)(1, `is larger than ${limitBytes} bytes`)
    } catch {
      this.reportError(file)(1, 'is missing or cannot be read')
    }
    return undefined
  }

  async list(folder: string): Promise<string[]> {
    try {
      const names = await readdir(join(this.#folder, folder))
      return names.filter((name) => !IGNORED.test(name)).sort()
    } catch {
      return []
    }
  }

  reportError(file: string): ReportError {
    return (line, message) => void this.#errors.push({ file, line, message })
  }
}
