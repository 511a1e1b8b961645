import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

const FORMAT = 1
const MANIFEST = 'manifest.json'
const MANIFEST_DIGEST = 'manifest.sha256'

/** Below the backup, whatever anybody wrote into the manifest. */
const path = z
  .string()
  .refine(
    (text) => !isAbsolute(text) && normalize(text) === text && !text.startsWith('..') && !text.includes('\0'),
  )

const manifest = z.object({
  format: z.literal(FORMAT),
  lyceum: z.string(),
  startedAt: z.iso.datetime(),
  /** What was answered before this is in it. */
  finishedAt: z.iso.datetime(),
  /** Files of a database fit only the kind of machine that wrote them. */
  machine: z.string(),
  postgresMajor: z.number().int(),
  /** All that ran, in their order. */
  migrations: z.array(z.string()).min(1),
  /** By these it is seen whether the secrets are those that the backup was sealed with. */
  secrets: z.object({
    secretKey: z.string(),
    pinPepper: z.string(),
    /** Only where wallets have a key of their own. */
    walletSealKey: z.string().optional(),
  }),
  hasChain: z.boolean(),
  /** False when they are in a bucket. */
  hasFiles: z.boolean(),
  folders: z.array(path),
  files: z.array(z.object({ path, size: z.number().int().nonnegative(), sha256: z.string().length(64) })),
})

export type Manifest = z.infer<typeof manifest>
export type ManifestFile = Manifest['files'][number]

/** Written last: a folder without it is no backup. */
export function writeManifest(folder: string, content: Omit<Manifest, 'format'>): void {
  const text = `${JSON.stringify({ format: FORMAT, ...content }, null, 1)}\n`
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600, flag: 'wx' })
  writeFileSync(join(folder, MANIFEST_DIGEST), `${digestOf(text)}\n`, { mode: 0o600, flag: 'wx' })
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) throw new BackupError(`${folder} is no backup: it has no ${MANIFEST}.`)
  const text = readFileSync(file, 'utf8')
  const digestFile = join(folder, MANIFEST_DIGEST)
  const known = existsSync(digestFile) ? readFileSync(digestFile, 'utf8').trim() : 'missing'
  if (known !== digestOf(text))
    throw new BackupError(`The backup is damaged: ${file} is not what ${MANIFEST_DIGEST} says.`)
  const read = manifest.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new BackupError(
    `${file} was written by another version of Lyceum, which this one cannot read: ${read.error.issues[0]?.path.join('.')}.`,
  )
}

function digestOf(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}
