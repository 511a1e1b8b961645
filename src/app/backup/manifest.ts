import { readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'
import { z } from 'zod'
import { sha256 } from '../../platform/secrets.ts'
import { BackupError } from './backup-error.ts'

const FORMAT = 1
const MANIFEST = 'manifest.json'
const MANIFEST_DIGEST = 'manifest.sha256'

/** A path inside the backup, even if the manifest was manipulated. */
const path = z
  .string()
  .refine(
    (text) => !isAbsolute(text) && normalize(text) === text && !text.startsWith('..') && !text.includes('\0'),
  )

const manifest = z.object({
  format: z.literal(FORMAT),
  lyceum: z.string(),
  startedAt: z.iso.datetime(),
  /** The backup contains every response that was sent before this time. */
  finishedAt: z.iso.datetime(),
  /** Database files work only on the same platform and architecture. */
  machine: z.string(),
  postgresMajor: z.number().int(),
  migrations: z.array(z.string()).min(1),
  /** Fingerprints, to detect that other secrets are configured. */
  secrets: z.object({
    secretKey: z.string(),
    pinPepper: z.string(),
    /** Only if WALLET_SEAL_KEY is set. */
    walletSealKey: z.string().optional(),
  }),
  hasChain: z.boolean(),
  /** False if the files are stored in S3. */
  hasFiles: z.boolean(),
  folders: z.array(path),
  files: z.array(z.object({ path, size: z.number().int().nonnegative(), sha256: z.string().length(64) })),
})

export type Manifest = z.infer<typeof manifest>
export type ManifestFile = Manifest['files'][number]

/** The manifest is written last, so it marks a complete backup. */
export function writeManifest(folder: string, content: Omit<Manifest, 'format'>): void {
  const text = `${JSON.stringify({ format: FORMAT, ...content }, null, 1)}\n`
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600, flag: 'wx' })
  writeFileSync(join(folder, MANIFEST_DIGEST), `${sha256(text).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
}

/** Throws a `BackupError` or a `SyntaxError` if the backup is damaged, and the error of the system if it cannot be read. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  const text = readIfPresent(file)
  if (text === undefined) throw new BackupError(`${folder} is not a backup: it has no ${MANIFEST}.`)
  const known = readIfPresent(join(folder, MANIFEST_DIGEST))?.trim()
  if (known !== sha256(text).toString('hex'))
    throw new BackupError(`The backup is damaged: ${file} does not match ${MANIFEST_DIGEST}.`)
  const read = manifest.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new BackupError(
    `${file} was written by another version of Lyceum and cannot be read: ${read.error.issues[0]?.path.join('.')}.`,
  )
}

/** `existsSync` is also false without the right to enter the folder. */
function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
