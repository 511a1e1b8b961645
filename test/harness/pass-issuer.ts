import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { readZip } from '../../src/platform/archive/read-zip.ts'
import type { PassIssuer } from '../../src/platform/wallet-pass/wallet-pass.ts'

const KEYS = { rsa: 'rsa:2048', ec: 'ec -pkeyopt ec_paramgen_curve:P-256' }

/** An issuer of passes with certificates of an own authority, which stands for Apple: root, intermediate, signer. */
export function createPassIssuer(
  folder: string,
  kind: keyof typeof KEYS = 'rsa',
): PassIssuer & { authority: string } {
  const own = mkdtempSync(join(folder, 'issuer-'))
  const openssl = (command: string) => {
    const { exitCode, stderr } = Bun.spawnSync({ cmd: ['openssl', ...command.trim().split(' ')], cwd: own })
    if (exitCode !== 0) throw new Error(`openssl ${command}: ${stderr}`)
  }
  const request = (name: string, more: string) =>
    openssl(`req -newkey ${KEYS[kind]} -nodes -keyout ${name}.key -subj /CN=${name} ${more}`)
  const issue = (name: string, by: string, more = '') =>
    openssl(
      `x509 -req -in ${name}.csr -CA ${by}.pem -CAkey ${by}.key -days 30 -set_serial 0x00f${name.length}a1 -out ${name}.pem ${more}`,
    )
  writeFileSync(join(own, 'authority.ext'), 'basicConstraints=critical,CA:TRUE\n')
  request('root', '-x509 -days 30 -out root.pem')
  request('intermediate', '-out intermediate.csr')
  issue('intermediate', 'root', '-extfile authority.ext')
  request('signer', '-out signer.csr')
  issue('signer', 'intermediate')
  const read = (name: string) => readFileSync(join(own, name), 'utf8')
  return {
    passTypeId: 'pass.org.example.certificate',
    teamId: 'ABCDE12345',
    certificate: read('signer.pem'),
    key: read('signer.key'),
    intermediate: read('intermediate.pem'),
    authority: read('root.pem'),
  }
}

/** The settings of a service that issues passes, and the authority that verifies them. */
export function createPassSettings(folder: string): { settings: Record<string, string>; authority: string } {
  const { authority, passTypeId, teamId, certificate, key, intermediate } = createPassIssuer(folder)
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  const settings = {
    APPLE_PASS_TYPE_ID: passTypeId,
    APPLE_TEAM_ID: teamId,
    APPLE_PASS_CERTIFICATE_FILE: write('pass.pem', certificate),
    APPLE_PASS_KEY_FILE: write('pass.key', key),
    APPLE_PASS_AUTHORITY_FILE: write('authority.pem', intermediate),
  }
  return { settings, authority }
}

const LIMITS = { files: 10, bytes: 1_000_000 }

/** The content of a pass, whether OpenSSL accepts its signature, and the sizes of its icons. */
export async function readPass(
  packed: Uint8Array,
  folder: string,
  authority: string,
): Promise<Record<string, unknown>> {
  const own = mkdtempSync(join(folder, 'pass-'))
  const iconWidths: number[] = []
  let content: Record<string, unknown> = {}
  for await (const { name, bytes } of readZip(Buffer.from(packed), LIMITS)) {
    writeFileSync(join(own, name), bytes)
    if (name === 'pass.json') content = JSON.parse(Buffer.from(bytes).toString())
    if (name.endsWith('.png')) iconWidths.push((await sharp(bytes).metadata()).width)
  }
  writeFileSync(join(own, 'root.pem'), authority)
  const command =
    'cms -verify -binary -inform DER -in signature -content manifest.json -CAfile root.pem -purpose any -out verified'
  const { exitCode } = Bun.spawnSync({ cmd: ['openssl', ...command.split(' ')], cwd: own })
  return { ...content, isVerified: exitCode === 0, iconWidths }
}
