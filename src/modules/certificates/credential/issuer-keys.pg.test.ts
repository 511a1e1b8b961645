import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectReadableError, runCommand } from '../../../../test/harness/processes/run-command.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { MINUTE_MS, SECOND_MS, useSystemClock } from '../../../platform/clock.ts'
import { type CertificateTestbed, createCertificateTestbed } from '../certificate-testbed.ts'
import { verifyCredential } from './credential-testbed.ts'
import { addIssuerKey } from './issuer-keys.ts'

const time = createTestClock()
let testbed: CertificateTestbed
beforeAll(async () => {
  // The verifying library uses the real clock: signatures must not be dated in the future.
  time.advance(-10 * MINUTE_MS)
  testbed = await createCertificateTestbed()
})
afterAll(async () => {
  await testbed?.stop()
  useSystemClock()
})

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of the credential.
async function issue(): Promise<any> {
  const { number } = await testbed.certify()
  return (await fetch(`${testbed.url}/certificates/${number}.json`)).json()
}
const published = async () => {
  const document = await (await fetch(`${testbed.url}/.well-known/did.json`)).json()
  return document.verificationMethod.map(({ id }: { id: string }) => id) as string[]
}

test('a new key is published immediately, signs after two minutes, and earlier signatures stay valid', async () => {
  const before = await issue()
  const [old] = await published()
  expect(before.proof.verificationMethod).toBe(old)

  const { keyId } = await addIssuerKey(testbed.test.database)
  const [fresh, ...others] = await published()
  expect([fresh!.split('#')[1], others]).toEqual([keyId, [old!]])

  time.advance(MINUTE_MS)
  expect((await issue()).proof.verificationMethod).toBe(old)
  time.advance(MINUTE_MS + 31 * SECOND_MS)
  const after = await issue()
  expect(after.proof.verificationMethod).toBe(fresh)
  for (const credential of [before, after])
    expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: false })
  // The signature does not verify with the other key.
  const swapped = { ...before, proof: { ...before.proof, verificationMethod: fresh } }
  expect((await verifyCredential(swapped, testbed.url)).verified).toBe(false)
})

test('rotate-key adds a key and prints its id while other keys are added concurrently', async () => {
  const count = (await published()).length
  const [{ code, output }] = await Promise.all([
    runCommand(['certificates', 'rotate-key'], { DATABASE_URL: testbed.test.url }),
    ...Array.from({ length: 4 }, () => addIssuerKey(testbed.test.database)),
  ])
  expect(code).toBe(0)
  const keys = await published()
  expect(keys).toHaveLength(count + 5)
  const [, named] = /The key (\S+) was added/.exec(output)!
  expect(keys.filter((id) => id.endsWith(`#${named}`))).toHaveLength(1)
})

test('rotate-key with another SECRET_KEY than the service fails and adds no key', async () => {
  const before = await published()
  const outcome = await runCommand(['certificates', 'rotate-key'], {
    DATABASE_URL: testbed.test.url,
    SECRET_KEY: 'another-secret-key-than-that-of-the-service',
  })
  expectReadableError(outcome, 'SECRET_KEY differs')
  expect(await published()).toEqual(before)
})
