import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import { fileKeySource, rotateKeyFile } from '../../src/modules/sessions/signing-key-file.ts'
import { SIGNING_ALGORITHM } from '../../src/modules/sessions/signing-keys.ts'
import { newId } from '../../src/platform/ids.ts'
import type { BenchEnvironment } from './benchmark.ts'

/** The keys that Lyceum signs with in this run, made when first asked for. */
export async function lyceumKeysFile({ scratchFolder }: BenchEnvironment): Promise<string> {
  const path = join(scratchFolder, 'lyceum-keys.json')
  if (!(await Bun.file(path).exists())) await rotateKeyFile(path, true)
  return path
}

/**
 * Access tokens like those that Lyceum gives, but for a day: its own live a quarter of an hour, which filling a large
 * database may take. Signed with the very keys, so that nothing about them is checked less.
 */
export async function signLyceumTokens(environment: BenchEnvironment, userIds: string[]): Promise<string[]> {
  const [key] = await fileKeySource(await lyceumKeysFile(environment)).read()
  const privateKey = await importJWK(key!.privateJwk, SIGNING_ALGORITHM)
  return Promise.all(
    userIds.map((userId) =>
      new SignJWT({ sid: newId(), role: 'USER' })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key!.keyId })
        .setIssuer(environment.publicUrl)
        .setAudience('lyceum')
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt()
        .setExpirationTime('24h')
        .sign(privateKey),
    ),
  )
}
