import { existsSync } from 'node:fs'
import { describeAccess, rotateKeyFile } from '../../modules/sessions/signing-key-file.ts'
import { rotateKeyTable } from '../../modules/sessions/signing-key-table.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { Database } from '../../platform/db/database.ts'
import { COMMAND } from '../../platform/product-files.ts'
import { useSecretKey } from '../../platform/secrets.ts'
import { prepareCommandDatabase } from '../bootstrap/prepare-database.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'

export async function createKeys(file: string): Promise<void> {
  if (existsSync(file)) {
    return failWith(
      `${file} already exists. Add a new key to it with: TOKEN_KEYS_FILE=${file} ${COMMAND} keys rotate`,
      EXIT_CODES.refused,
    )
  }
  const access = await rotateKeyFile(file, true)
  console.log(`${file} was created. Set TOKEN_KEYS_FILE=${file}, and let no other user read the file.`)
  console.log(
    `It belongs to ${describeAccess(access)}. If the service runs as another user: chown <user> ${file}`,
  )
}

/** With a file, the settings are not read: a container that only has the file can rotate it. */
export async function rotateKeys(environment: Environment, file?: string): Promise<void> {
  const config = file === undefined ? readConfig(environment) : undefined
  const keysFile = file ?? config?.tokens.keysFile
  if (keysFile) {
    const access = await rotateKeyFile(keysFile, false)
    console.log(`${keysFile} belongs to ${describeAccess(access)}.`)
  } else if (config) {
    useSecretKey(config.secretKey)
    const { url, close } = await prepareCommandDatabase(config, (line) => console.log(line))
    const database = new Database({ url, poolSize: 2, tlsCa: config.database.tlsCa })
    await rotateKeyTable(database)
    await database.close()
    await close()
  }
  console.log(
    'A new key was added. Running processes load it within 30 seconds and sign with it after two minutes.',
  )
}

/** Replacing the pair later loses all push subscriptions of browsers. */
export async function printWebPushKeys(): Promise<void> {
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  console.log(`WEB_PUSH_PUBLIC_KEY=${publicKey}`)
  console.log(`WEB_PUSH_PRIVATE_KEY=${privateKey}`)
}
