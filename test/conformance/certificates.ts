import { strict as assert } from 'node:assert'
import { until } from '../harness/until.ts'
import { fields } from './kinds.ts'
import type { Section } from './row.ts'
import { freeCourse } from './scenes.ts'
import { enveloped, needsToken, refused, type World } from './world.ts'

/** Somebody who completed a course and claimed the certificate. */
const claimed = async (world: World) => {
  const user = await world.newUser()
  const { id, lessons } = await world.once(freeCourse)
  const body = { courseId: id, studentName: 'Amina Otieno' }
  await world.answer(201, `POST /user-courses/enroll/${id}`, user)
  await refused(world, [409, 'COURSE_NOT_COMPLETED'], 'POST /certificates/claim', user, body)
  for (const lesson of lessons) await world.answer(200, `POST /user-lessons/${lesson.id}/complete`, user, {})
  return {
    user,
    courseId: id as string,
    claim: await world.answer(201, 'POST /certificates/claim', user, body),
  }
}

const minted = async (world: World) => {
  const { user } = await world.once(claimed)
  const own = async () => (await world.get('/certificates', user))[0]
  await until(async () => (await own()).status === 'MINTED', 90)
  return own()
}

const mintedBadge = async (world: World) => {
  const { user } = await world.once(claimed)
  const find = async () =>
    (await world.get('/badges/progress/me', user)).find(
      (badge: { isMintedOnChain?: boolean }) => badge.isMintedOnChain,
    )
  await until(async () => (await find()) !== undefined, 90)
  return find()
}

export const CERTIFICATES: Section[] = [
  {
    title: 'Endpoints: Certificates',
    rows: [
      {
        name: 'GET /certificates',
        promise: 'Bearer; 200 {success, data: certificate[]}',
        prove: async (world) => {
          await needsToken(world, 'GET /certificates')
          const { user, claim } = await world.once(claimed)
          const body = await world.answer(200, 'GET /certificates', user)
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
        prove: async (world) => {
          await needsToken(world, 'POST /certificates/claim', {})
          const { claim } = await world.once(claimed)
          enveloped(claim, 'data')
          const { certificateId, certificateNumber, message } = claim.data
          for (const value of [certificateId, certificateNumber, message])
            assert.equal(typeof value, 'string')
        },
      },
      {
        name: 'POST /certificates/claim, the state',
        promise: 'course completed at 100% → MINTING; gasless on-chain minting is queued',
        prove: async (world) => {
          assert.equal((await world.once(claimed)).claim.data.status, 'MINTING')
          const { certificateNumber } = await world.once(minted)
          const { onChain } = await world.get(`/certificates/verify/${certificateNumber}`)
          assert.equal(onChain.exists, true)
          const { user } = await world.once(claimed)
          assert.equal((await world.get('/blockchain/user/me/balance', user)).nativeEthBalance, '0')
        },
      },
    ],
  },
  fields('Claim result', async (world) => (await world.once(claimed)).claim.data, {
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
