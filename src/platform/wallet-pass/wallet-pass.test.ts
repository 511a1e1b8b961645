import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPassIssuer } from '../../../test/harness/pass-issuer.ts'
import { readZip } from '../archive/read-zip.ts'
import { packWalletPass } from './wallet-pass.ts'

const AT = new Date('2026-11-17T08:30:00Z')
const LIMITS = { files: 10, bytes: 1_000_000 }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-pass-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function unpack(pass: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for await (const { name, bytes } of readZip(Buffer.from(pass), LIMITS)) files.set(name, bytes)
  return files
}

/** What OpenSSL says about the signature of the manifest. */
async function verify(files: Map<string, Uint8Array>, manifest: Uint8Array, authority: string) {
  await Bun.write(join(folder, 'signature'), files.get('signature')!)
  await Bun.write(join(folder, 'manifest.json'), manifest)
  await Bun.write(join(folder, 'authority.pem'), authority)
  const result = Bun.spawnSync({
    cmd: 'openssl cms -verify -binary -inform DER -in signature -content manifest.json -CAfile authority.pem -purpose any -out verified'.split(
      ' ',
    ),
    cwd: folder,
  })
  return result.exitCode === 0
}

for (const kind of ['rsa', 'ec'] as const) {
  test(`OpenSSL accepts the signature of a pass with a key of type ${kind}, and no other manifest`, async () => {
    const { authority, ...issuer } = createPassIssuer(folder, kind)
    const files = await unpack(packWalletPass({ serialNumber: 'one' }, [], issuer, AT))
    const manifest = files.get('manifest.json')!
    expect(await verify(files, manifest, authority)).toBe(true)
    expect(await verify(files, Buffer.concat([manifest, Buffer.from(' ')]), authority)).toBe(false)
    const { authority: another } = createPassIssuer(folder, kind)
    expect(await verify(files, manifest, another)).toBe(false)
  })
}

test('the signature names its time and contains the intermediate certificate', async () => {
  const { authority: _, ...issuer } = createPassIssuer(folder, 'rsa')
  const files = await unpack(packWalletPass({}, [], issuer, AT))
  await Bun.write(join(folder, 'signature'), files.get('signature')!)
  const shown = Bun.spawnSync({
    cmd: 'openssl cms -cmsout -print -inform DER -in signature'.split(' '),
    cwd: folder,
  }).stdout.toString()
  expect(shown).toContain('signingTime')
  expect(shown).toContain('Nov 17 08:30:00 2026 GMT')
  expect(shown.match(/d\.certificate/g)).toHaveLength(2)
  expect(shown).toContain('eContent: <ABSENT>')
})

test('the manifest has the SHA-1 digest of every other file, and unzip reads the archive', async () => {
  const { authority: _, ...issuer } = createPassIssuer(folder, 'rsa')
  const picture = { name: 'icon.png', bytes: new Uint8Array([1, 2, 3]) }
  const pass = packWalletPass({ serialNumber: 'one' }, [picture], issuer, AT)
  const files = await unpack(pass)
  const manifest = JSON.parse(Buffer.from(files.get('manifest.json')!).toString())
  expect(Object.keys(manifest)).toEqual(['pass.json', 'icon.png'])
  for (const [name, digest] of Object.entries(manifest))
    expect(createHash('sha1').update(files.get(name)!).digest('hex')).toBe(digest as string)
  expect(JSON.parse(Buffer.from(files.get('pass.json')!).toString())).toEqual({
    formatVersion: 1,
    passTypeIdentifier: 'pass.org.example.certificate',
    teamIdentifier: 'ABCDE12345',
    serialNumber: 'one',
  })
  await Bun.write(join(folder, 'one.pkpass'), pass)
  const { exitCode, stdout } = Bun.spawnSync({ cmd: ['unzip', '-t', 'one.pkpass'], cwd: folder })
  expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining('No errors detected')])
})
