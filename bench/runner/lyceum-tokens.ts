import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import { fileKeySource, rotateKeyFile } from '../../src/modules/sessions/signing-key-file.ts'
import { SIGNING_ALGORITHM } from '../../src/modules/sessions/signing-keys.ts'
import { newId } from '../../src/platform/ids.ts'
import type { BenchEnvironment } from './benchmark.ts'

/** The signing keys of Lyceum in this run, created on first use. */
export async function lyceumKeysFile({ scratchFolder }: BenchEnvironment): Promise<string> {
  const path = join(scratchFolder, 'lyceum-keys.json')
  if (!(await Bun.file(path).exists())) await rotateKeyFile(path, true)
  return path
}

/**
 * Access tokens like those of Lyceum, but valid for a day: filling a large database may take longer than
 * fifteen minutes. Signed with Lyceum's own keys, so that verification costs the same.
 */
export async function signLyceumTokens(
  environment: BenchEnvironment,
  userIds: string[],
  role: 'USER' | 'ADMIN' = 'USER',
): Promise<string[]> {
  const [key] = await fileKeySource(await lyceumKeysFile(environment)).read()
  const privateKey = await importJWK(key!.privateJwk, SIGNING_ALGORITHM)
  return Promise.all(
    userIds.map((userId) =>
      new SignJWT({ sid: newId(), role })
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
