import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { type CertificateTestbed, createCertificateTestbed } from '../certificate-testbed.ts'
import type { CertificateId } from '../public/certificate.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-certificates-'))
let testbed: CertificateTestbed
beforeAll(async () => {
  testbed = await createCertificateTestbed({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await testbed?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const folderOf = (id: CertificateId) => join(dataDir, 'files/certificates', id)

function filesOf(id: CertificateId): string[] {
  const folder = folderOf(id)
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
}

test('the files of a certificate are drawn once, before a visitor asks for them', async () => {
  const { id, number } = await testbed.certify('Amina Otieno')
  await waitUntil(() => filesOf(id).length === 2)
  const [pdf] = filesOf(id).filter((name) => name.endsWith('.pdf'))
  // The response is the stored file, not another drawing.
  writeFileSync(join(folderOf(id), pdf!), 'the stored file')
  const response = await fetch(`${testbed.url}/certificates/${number}.pdf`)
  expect(await response.text()).toBe('the stored file')
})

test('a lost file is drawn and stored again', async () => {
  const { id, number } = await testbed.certify('Kofi Mensah')
  await waitUntil(() => filesOf(id).length === 2)
  rmSync(folderOf(id), { recursive: true })
  const response = await fetch(`${testbed.url}/certificates/${number}.pdf`)
  expect(new TextDecoder().decode((await response.bytes()).slice(0, 5))).toBe('%PDF-')
  expect(filesOf(id)).toHaveLength(2)
})

test('the deletion of an account deletes the files of its certificates', async () => {
  const { user, id } = await testbed.certify('Erasmus Unforgettable')
  await waitUntil(() => filesOf(id).length === 2)
  const deletion = { token: user.accessToken, body: { password: user.password } }
  expect((await testbed.call('DELETE /user/account', deletion)).status).toBe(200)
  await waitUntil(() => filesOf(id).length === 0)
})
