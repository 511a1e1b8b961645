import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectReadableError, runCommand } from '../../../../test/harness/processes/run-command.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { MINUTE_MS, SECOND_MS, useSystemClock } from '../../../platform/clock.ts'
import { type CertificateTestbed, createCertificateTestbed } from '../certificate-testbed.ts'
import { verifyCredential } from './credential-testbed.ts'
import { addIssuerKey } from './issuer-keys.ts'

setDefaultTimeout(60_000)

const time = createTestClock()
let testbed: CertificateTestbed
beforeAll(async () => {
  // So that what is signed later is not signed in the future, as others see it.
  time.advance(-10 * MINUTE_MS)
  testbed = await createCertificateTestbed()
})
afterAll(async () => {
  await testbed?.stop()
  useSystemClock()
})

// biome-ignore lint/suspicious/noExplicitAny: credentials are looked into.
async function issue(): Promise<any> {
  const { number } = await testbed.certify()
  return (await fetch(`${testbed.url}/certificates/${number}.json`)).json()
}
const published = async () => {
  const document = await (await fetch(`${testbed.url}/.well-known/did.json`)).json()
  return document.verificationMethod.map(({ id }: { id: string }) => id) as string[]
}

test('a new key is published at once and signs when everybody can know it; what the old one signed stays good', async () => {
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
  // Not by luck: with the other key's name on it, the same signature is worth nothing.
  const swapped = { ...before, proof: { ...before.proof, verificationMethod: fresh } }
  expect((await verifyCredential(swapped, testbed.url)).verified).toBe(false)
})

test('the command adds one beside those that others add at the same time, and names it', async () => {
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

test('a command with another secret key than the service adds none, which the service could not open', async () => {
  const before = await published()
  const outcome = await runCommand(['certificates', 'rotate-key'], {
    DATABASE_URL: testbed.test.url,
    SECRET_KEY: 'another-secret-key-than-that-of-the-service',
  })
  expectReadableError(outcome, 'SECRET_KEY is not the one')
  expect(await published()).toEqual(before)
})
