import { addIssuerKey } from '../../modules/certificates/credential/issuer-keys.ts'
import { readConfig } from '../../platform/config.ts'
import { openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

/** Adds a key for credentials. Running processes publish it at once, and find by themselves when it is time to sign with it. */
export async function rotateCredentialKey(environment: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(environment)
  const { url, embedded } = await readyDatabase(config, (line) => console.log(line))
  const platform = await openPlatform(config, url)
  try {
    const { keyId } = await addIssuerKey(platform.database)
    console.log(`The key ${keyId} was added. It signs credentials from two minutes on.`)
    console.log('Those before it stay in /.well-known/did.json, and what they signed stays good.')
  } finally {
    await platform.close()
    await embedded?.stop()
  }
}
