import { addIssuerKey } from '../../modules/certificates/credential/issuer-keys.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { withPlatform } from './with-platform.ts'

/** Adds a key for credentials. Running processes publish it at once, and find by themselves when it is time to sign with it. */
export async function rotateCredentialKey(environment: Environment): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const { keyId } = await addIssuerKey(platform.database)
    console.log(`The key ${keyId} was added. It signs credentials from two minutes on.`)
    console.log('Those before it stay in /.well-known/did.json, and what they signed stays good.')
  })
}
