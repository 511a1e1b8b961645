import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeAccess } from '../../modules/sessions/signing-key-file.ts'
import type { Config } from '../../platform/config/config.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { createS3Storage } from '../../platform/storage/s3.ts'
import { readRelayerKey } from '../chain/relayer-key.ts'
import { type Check, failing, ok } from './finding.ts'

/** Less is soon used by the log of transactions of a database. */
const MIN_FREE_BYTES = 2 * 1024 ** 3
const OPEN_TO_OTHERS = 0o007

/** The disk, the files of keys, and the storage. */
export function checkFiles(config: Config): Check[] {
  const { tokens, chain } = config
  return [
    {
      name: 'disk',
      run: () => checkDisk(config.dataDir),
      action: 'Let DATA_DIR be a folder that the user of the service may write.',
    },
    ...(tokens.keysFile ? [keyFile('token keys', tokens.keysFile)] : []),
    ...(chain.relayerKeyFile
      ? [keyFile('relayer key', chain.relayerKeyFile, () => readRelayerKey(chain.relayerKeyFile!))]
      : []),
    {
      name: 'storage',
      run: async () => {
        const folder = join(config.dataDir, 'files')
        // The check of a storage on disk would create the folder.
        if (!config.s3 && !existsSync(folder)) return ok(`the service creates ${folder} at its first start`)
        const storage = config.s3 ? createS3Storage(config.s3) : createDiskStorage(folder)
        await storage.check()
        return ok(config.s3 ? `bucket ${config.s3.bucket}` : 'on the disk of DATA_DIR')
      },
      action: config.s3
        ? 'Check S3_ENDPOINT, S3_BUCKET and the key.'
        : 'Let the user of the service write to DATA_DIR.',
    },
  ]
}

function checkDisk(dataDir: string): ReturnType<Check['run']> {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  accessSync(folder, constants.W_OK)
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const message = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free for ${dataDir}`
  return freeBytes < MIN_FREE_BYTES
    ? failing(message, 'Make room: a full disk stops the database.')
    : ok(message)
}

function keyFile(name: string, path: string, read: () => unknown = () => {}): Check {
  return {
    name,
    run: () => {
      accessSync(path, constants.R_OK)
      read()
      const { uid, gid, mode } = statSync(path)
      const message = `${path} belongs to ${describeAccess({ uid, gid, mode: mode & 0o777 })}`
      return (mode & OPEN_TO_OTHERS) === 0
        ? ok(message)
        : failing(message, `Let no other user read it: chmod o= ${path}`)
    },
    action: 'Run the check as the user of the service, and let this user read the file.',
  }
}
