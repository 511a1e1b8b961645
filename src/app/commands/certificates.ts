import { addIssuerKey } from '../../modules/certificates/credential/issuer-keys.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { withPlatform } from './with-platform.ts'

/** Adds a credential key. Running processes publish it immediately and start to sign with it two minutes later. */
export async function rotateCredentialKey(environment: Environment): Promise<void> {
  await withPlatform(readConfig(environment), async (platform) => {
    const { keyId } = await addIssuerKey(platform.database)
    console.log(`The key ${keyId} was added. It signs credentials two minutes from now.`)
    console.log('Earlier keys stay in /.well-known/did.json, and their signatures stay valid.')
  })
}
