import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { newId } from '../../platform/ids.ts'
import { type CertificateBed, openCertificateBed } from './certificate-testbed.ts'

setDefaultTimeout(60_000)

let bed: CertificateBed
beforeAll(async () => {
  bed = await openCertificateBed()
})
afterAll(() => bed.stop())

describe('claiming', () => {
  test('a course that is not completed is 409, one that is not there 404, and no token 401', async () => {
    const user = await bed.register()
    const refused = await bed.claim(user)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'COURSE_NOT_COMPLETED'])
    await bed.call(`POST /user-lessons/${bed.course.lessons[0]}/complete`, {
      token: user.accessToken,
      body: {},
    })
    expect((await bed.claim(user)).body.error.code).toBe('COURSE_NOT_COMPLETED')
    const unknown = await bed.claim(user, 'Amina', newId())
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'COURSE_NOT_FOUND'])
    const body = { courseId: bed.course.id, studentName: 'Amina' }
    expect((await bed.call('POST /certificates/claim', { body })).status).toBe(401)
    expect(await bed.listed(user)).toEqual([])
  })

  test('gives a certificate that is being minted, and again the same one, whatever name comes with it', async () => {
    const user = await bed.register()
    await bed.finish(user)
    const first = await bed.claim(user, '  Amina\u00a0 Otieno ')
    expect(first.status).toBe(201)
    expect(first.body.data).toEqual({
      certificateId: expect.any(String),
      certificateNumber: expect.stringMatching(/^LYC-20\d\d-[0-9A-HJKMNP-TV-Z]{8}$/),
      status: 'MINTING',
      message: expect.any(String),
    })
    const again = await bed.claim(user, 'Somebody Else')
    expect([again.status, again.body.data]).toEqual([201, first.body.data])
    const { certificateNumber, certificateId } = first.body.data
    expect(await bed.listed(user)).toEqual([
      {
        id: certificateId,
        courseId: bed.course.id,
        courseTitle: 'Blockchain basics',
        studentName: 'Amina Otieno',
        issuedAt: expect.stringMatching(/Z$/),
        certificateNumber,
        status: 'MINTING',
        nftTokenId: null,
        transactionHash: null,
        viewUrl: expect.stringMatching(
          new RegExp(`^http://localhost:\\d+/certificates/${certificateNumber}$`),
        ),
        metadataUri: expect.stringMatching(/^ipfs:\/\/bafkrei[a-z2-7]+$/),
      },
    ])
  })
})
