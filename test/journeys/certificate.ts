import { expect } from 'bun:test'
import type { TestUser } from '../harness/api-client.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { clientOf, expectSuccess, type Journey, type JourneyEnvironment, type UserClient } from './journey.ts'

const STUDENT = 'Amina Otieno'

/** A user completes a course and gets the certificate on the chain. */
export function certificateJourney(environment: () => JourneyEnvironment): Journey {
  let user: TestUser
  let as: UserClient
  let courseId: string
  let number: string

  async function complete(): Promise<void> {
    user = await environment().register()
    as = clientOf(environment(), user)
    const { data: courses } = await as.get('/course?limit=100')
    courseId = courses.find((course: { isPremium: boolean }) => !course.isPremium).id
    const early = await as.post('/certificates/claim', { courseId, studentName: STUDENT })
    expect([early.status, early.body.error.code]).toEqual([409, 'COURSE_NOT_COMPLETED'])
    const { lessons } = (await as.get(`/course/${courseId}`)).data
    for (const { id } of lessons) expectSuccess(await as.post(`/user-lessons/${id}/complete`, {}))
  }

  async function claim(): Promise<void> {
    const body = { courseId, studentName: STUDENT }
    const answers = await Promise.all(Array.from({ length: 5 }, () => as.post('/certificates/claim', body)))
    const numbers = new Set(answers.map((answer) => expectSuccess(answer, 201).certificateNumber as string))
    expect(numbers.size).toBe(1)
    ;[number] = [...numbers] as [string]
  }

  async function seeMinted(): Promise<void> {
    await waitUntil(async () => (await as.get('/certificates')).data[0].status === 'MINTED')
    const { data: shown } = await as.get(`/certificates/verify/${number}`)
    expect(shown).toMatchObject({
      valid: true,
      studentName: STUDENT,
      onChain: { exists: true, isRevoked: false },
    })
    const { data: listed, meta } = await as.get('/certificates')
    expect([meta.total, listed[0].nftTokenId]).toEqual([1, shown.onChain.tokenId])
    const minted = await environment().database.query`
      select from chain_transaction
      where reference like ${`certificate:%${listed[0].id}%`} and status = 'confirmed'`
    expect(minted.length).toBe(1)
  }

  return {
    name: 'certificate',
    steps: [
      ['a certificate is refused before the course is completed', complete],
      ['five concurrent claims result in one certificate', claim],
      ['the certificate is minted once on the chain', seeMinted],
    ],
  }
}
