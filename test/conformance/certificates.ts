import { strict as assert } from 'node:assert'
import { waitUntil } from '../harness/wait-until.ts'
import { type ConformanceClient, enveloped, needsToken, refused } from './conformance-client.ts'
import { fields } from './field-types.ts'
import { freeCourse } from './fixtures.ts'
import type { Section } from './row.ts'

/** A user who completed a course and claimed the certificate. */
const claimed = async (client: ConformanceClient) => {
  const user = await client.newUser()
  const { id, lessons } = await client.shared(freeCourse)
  const body = { courseId: id, studentName: 'Amina Otieno' }
  await client.expectStatus(201, `POST /user-courses/enroll/${id}`, user)
  await refused(client, [409, 'COURSE_NOT_COMPLETED'], 'POST /certificates/claim', user, body)
  for (const lesson of lessons)
    await client.expectStatus(200, `POST /user-lessons/${lesson.id}/complete`, user, {})
  return {
    user,
    courseId: id as string,
    claim: await client.expectStatus(201, 'POST /certificates/claim', user, body),
  }
}

const minted = async (client: ConformanceClient) => {
  const { user } = await client.shared(claimed)
  const own = async () => (await client.get('/certificates', user))[0]
  await waitUntil(async () => (await own()).status === 'MINTED')
  return own()
}

const mintedBadge = async (client: ConformanceClient) => {
  const { user } = await client.shared(claimed)
  const find = async () =>
    (await client.get('/badges/progress/me', user)).find(
      (badge: { isMintedOnChain?: boolean }) => badge.isMintedOnChain,
    )
  await waitUntil(async () => (await find()) !== undefined)
  return find()
}

export const CERTIFICATES: Section[] = [
  {
    title: 'Endpoints: Certificates',
    rows: [
      {
        name: 'GET /certificates',
        promise: 'Bearer; 200 {success, data: certificate[]}',
        prove: async (client) => {
          await needsToken(client, 'GET /certificates')
          const { user, claim } = await client.shared(claimed)
          const body = await client.expectStatus(200, 'GET /certificates', user)
          enveloped(body, 'data')
          assert.deepEqual(
            body.data.map(({ id }: { id: string }) => id),
            [claim.data.certificateId],
          )
        },
      },
      {
        name: 'POST /certificates/claim',
        promise:
          'courseId, studentName; 201 {success, data: {certificateId, certificateNumber, status, message}}',
        prove: async (client) => {
          await needsToken(client, 'POST /certificates/claim', {})
          const { claim } = await client.shared(claimed)
          enveloped(claim, 'data')
          const { certificateId, certificateNumber, message } = claim.data
          for (const value of [certificateId, certificateNumber, message])
            assert.equal(typeof value, 'string')
        },
      },
      {
        name: 'POST /certificates/claim, the state',
        promise: 'course completed at 100% → MINTING; gasless on-chain minting is queued',
        prove: async (client) => {
          assert.equal((await client.shared(claimed)).claim.data.status, 'MINTING')
          const { certificateNumber } = await client.shared(minted)
          const { onChain } = await client.get(`/certificates/verify/${certificateNumber}`)
          assert.equal(onChain.exists, true)
          const { user } = await client.shared(claimed)
          assert.equal((await client.get('/blockchain/user/me/balance', user)).nativeEthBalance, '0')
        },
      },
    ],
  },
  fields('Claim result', async (client) => (await client.shared(claimed)).claim.data, {
    certificateId: 'string',
    certificateNumber: 'string',
    status: 'string',
    message: 'string',
  }),
  fields('Certificate', minted, {
    id: 'string',
    courseId: 'string',
    courseTitle: 'string',
    studentName: 'string',
    issuedAt: 'timestamp',
    certificateNumber: 'string',
    nftTokenId: 'string',
    transactionHash: 'string',
    viewUrl: 'string URL',
    metadataUri: 'string (ipfs:// URI)',
  }),
  fields('Badge progress, minted', mintedBadge, {
    isMintedOnChain: 'boolean',
    tokenId: 'string',
    contractAddress: 'string (EVM address)',
  }),
]
