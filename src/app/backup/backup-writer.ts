import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyFile, digestFile } from './copy-file.ts'
import type { ManifestFile } from './manifest.ts'

/** Copies files into a new backup and collects their manifest entries. */
export class BackupWriter {
  readonly folders: string[] = []
  readonly #folder: string
  readonly #onProgress: (line: string) => void
  readonly #files = new Map<string, ManifestFile>()
  #part: { name: string; total: number; done: number } | undefined

  constructor(folder: string, onProgress: (line: string) => void) {
    this.#folder = folder
    this.#onProgress = onProgress
  }

  get files(): ManifestFile[] {
    return [...this.#files.values()]
  }

  get bytes(): number {
    return this.files.reduce((sum, { size }) => sum + size, 0)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Reports the progress of the next `total` copies under this name. */
  startPart(name: string, total: number): void {
    this.#part = { name, total, done: 0 }
  }

  makeFolder(path: string): void {
    mkdirSync(join(this.#folder, path), { mode: 0o700 })
    this.folders.push(path)
  }

  /** Skips a file that does not exist. */
  copy(path: string, from: string, maxBytes?: number): void {
    this.#makeFoldersAbove(path)
    const copied = copyFile(from, join(this.#folder, path), maxBytes === undefined ? {} : { maxBytes })
    if (copied) this.#files.set(path, { path, ...copied })
    this.#reportProgress()
  }

  /** Copies only files that the backup does not have: stored files never change. */
  copyFolder(path: string, from: string): void {
    const names = listStored(from).filter((name) => !this.has(join(path, name)))
    if (names.length > 0) this.startPart('stored files', names.length)
    for (const name of names) this.copy(join(path, name), join(from, name))
  }

  /** Removes files from the backup that were deleted after they were copied. */
  dropVanished(path: string, from: string): void {
    for (const { path: copied } of this.files) {
      if (!copied.startsWith(`${path}/`) || existsSync(join(from, copied.slice(path.length + 1)))) continue
      rmSync(join(this.#folder, copied))
      this.#files.delete(copied)
    }
  }

  /** Leaves out an incomplete last line, which is still being written. */
  copyCompleteLines(path: string, from: string): void {
    if (existsSync(from)) this.copy(path, from, readFileSync(from).lastIndexOf(0x0a) + 1)
  }

  write(path: string, text: string): void {
    const file = join(this.#folder, path)
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    this.#files.set(path, { path, ...digestFile(file)! })
  }

  #makeFoldersAbove(path: string): void {
    const above = dirname(path)
    if (above === '.' || existsSync(join(this.#folder, above))) return
    this.#makeFoldersAbove(above)
    this.makeFolder(above)
  }

  #reportProgress(): void {
    const part = this.#part
    if (!part) return
    part.done++
    const step = Math.ceil(part.total / 4)
    if (part.done % step === 0 || part.done === part.total)
      this.#onProgress(`Copying ${part.name}: ${Math.floor((100 * part.done) / part.total)} %`)
    if (part.done === part.total) this.#part = undefined
  }
}

function listStored(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
