import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { answerAll, insertTestPool } from '../../../test/harness/course-test-pool.ts'
import { createPassSettings, readPass } from '../../../test/harness/pass-issuer.ts'
import { readPdf } from '../../../test/harness/pdf.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { loadFontsFor, widthOf } from '../../platform/fonts/shape-text.ts'
import { newId } from '../../platform/ids.ts'
import { findFreePort } from '../../platform/ports.ts'
import { type CertificateTestbed, createCertificateTestbed, type TestCourse } from './certificate-testbed.ts'
import { verifyCredential } from './credential/credential-testbed.ts'
import { layoutCertificate, type TextCommand } from './image/certificate-layout.ts'
import { PAGE_SIZE, PNG_SIZE } from './image/dimensions.ts'
import { formatDate } from './public/certificate.ts'

let testbed: CertificateTestbed
let course: TestCourse
/** The course of the certificate with all details. */
let detailedCourse: TestCourse
let folder: string
let passAuthority: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-verified-certificates-'))
  const { settings, authority } = createPassSettings(folder)
  passAuthority = authority
  testbed = await createCertificateTestbed({
    CHAIN: 'on',
    EMBEDDED_CHAIN_PORT: String(await findFreePort()),
    ...settings,
  })
  course = testbed.course
  const { query } = testbed.test.database
  await insertTestPool(query, course.id, ['blockchain', 'hashing'])
  detailedCourse = await testbed.addCourse('Savings on a chain')
  await insertTestPool(query, detailedCourse.id, ['blockchain', 'hashing'])
  await setStudyTime(detailedCourse)
})
afterAll(async () => {
  await testbed?.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (route: string, { accessToken: token }: TestUser, body: unknown = {}) => {
  const response = await testbed.call(route, { token, ...(route.startsWith('GET') ? {} : { body }) })
  if (response.status >= 300) throw new Error(`${route}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}
/** Starts a test and returns a function that submits right answers to it. */
async function startTest(
  user: TestUser,
  { id, right = 8 } = { ...course, right: 8 },
): Promise<() => Promise<{ isPassed: boolean }>> {
  const { attemptId } = await ask(`POST /course-tests/${id}/attempts`, user)
  const answers = (await answerAll(testbed.test.database.query, attemptId)).slice(0, right)
  return () => ask(`POST /course-test-attempts/${attemptId}/submit`, user, { answers })
}
async function finishedUser(): Promise<TestUser> {
  const user = await testbed.register()
  await testbed.finish(user)
  return user
}
const verify = async (number: string) => (await testbed.call(`GET /certificates/verify/${number}`)).body.data
const pageOf = async (number: string) => (await fetch(`${testbed.url}/certificates/${number}`)).text()
const credentialOf = async (number: string) =>
  (await fetch(`${testbed.url}/certificates/${number}.json`)).json()
const VERIFIED = { score: 100, passPercent: 80, skills: ['blockchain', 'hashing'] }

test('a certificate after a passed test says its result everywhere, and the credential is signed with it', async () => {
  const user = await finishedUser()
  expect(await (await startTest(user))()).toMatchObject({ isPassed: true })
  const number = (await testbed.claim(user)).body.data.certificateNumber
  const [listed] = await testbed.listed(user)
  expect(listed.verified).toMatchObject(VERIFIED)
  expect((await verify(number)).verified).toEqual(listed.verified)
  const page = await pageOf(number)
  expect(page).toContain('and passed its test')
  expect(page).toContain('100 %, passed on')
  expect(page).toContain('<bdi>blockchain</bdi>, <bdi>hashing</bdi>')
  const credential = await credentialOf(number)
  const { result, achievement } = credential.credentialSubject
  expect(result).toEqual([
    { type: ['Result'], resultDescription: `urn:uuid:${course.id}#test`, value: '100' },
  ])
  expect(achievement).toMatchObject({
    achievementType: 'Course',
    resultDescription: [{ id: result[0].resultDescription, resultType: 'Percent', requiredValue: '80' }],
  })
  const { passedAt } = listed.verified
  expect(credential.credentialSubject.activityEndDate).toBe(passedAt)
  const passedOn = formatDate(new Date(passedAt))
  expect(achievement.criteria.narrative).toContain(`Its test was passed on ${passedOn} with 100 %.`)
  expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: false })
  const pdf = await (await fetch(`${testbed.url}/certificates/${number}.pdf`)).bytes()
  const [sheet] = (await readPdf(pdf)).pages
  for (const text of [
    'VERIFIED CERTIFICATE',
    `passed its test on ${passedOn} with 100 %`,
    'blockchain · hashing',
  ])
    expect(sheet).toContain(text)
  const forged = structuredClone(credential)
  forged.credentialSubject.result[0].value = '99'
  expect((await verifyCredential(forged, testbed.url)).verified).toBe(false)
  expect((await fetch(`${testbed.url}/certificates/${number}.png`)).status).toBe(200)
})

test('a test that is passed after the claim upgrades the certificate, and its token stays one', async () => {
  const user = await finishedUser()
  const number = (await testbed.claim(user)).body.data.certificateNumber
  await testbed.untilStatus(number, 'MINTED')
  const before = await verify(number)
  expect(before.verified).toBeNull()
  expect(await pageOf(number)).not.toContain('passed its test')
  expect((await credentialOf(number)).credentialSubject.result).toBeUndefined()

  await (await startTest(user))()
  await waitUntil(async () => (await verify(number)).onChain.tokenUri !== before.onChain.tokenUri)
  const after = await verify(number)
  expect(after).toMatchObject({ valid: true, verified: VERIFIED })
  expect(after.onChain.tokenId).toBe(before.onChain.tokenId)
  const [listed] = await testbed.listed(user)
  expect([listed.metadataUri, listed.certificateNumber]).toEqual([after.onChain.tokenUri, number])
  expect((await credentialOf(number)).credentialSubject.result).toHaveLength(1)
})

test('claim and submission at once always give a verified certificate', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, finishedUser))
  for (const user of users) {
    const submit = await startTest(user)
    const [claim] = await Promise.all([testbed.claim(user), submit()])
    expect(claim.status).toBe(201)
    const [listed] = await testbed.listed(user)
    expect(listed.verified).toMatchObject(VERIFIED)
  }
})

/** A submission to the project of the course that waits for a reviewer. */
async function submitProject(user: TestUser, courseId = course.id): Promise<string> {
  const id = newId()
  const project = {
    title: 'A savings jar',
    description: 'Build it.',
    submissionTypes: ['TEXT'],
    passingScore: 70,
    reward: { xp: 0, gems: 0 },
    rubric: [],
  }
  await testbed.test.database.query`
    insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, submission_type, notes,
      project, review_cause, review_requested_at, created_at, updated_at, submitted_at)
    values (${id}, ${user.id}, ${courseId}, 1, 'UNDER_REVIEW', 'FAILED', 'TEXT', 'Done.', ${project}::jsonb,
      'ASSESSMENT_FAILED', now(), now(), now(), now())`
  return id
}
async function passProject(id: string): Promise<void> {
  const { email, password, id: adminId } = await testbed.register()
  await testbed.test.database.query`update user_account set role = 'ADMIN' where id = ${adminId}`
  const admin = (await testbed.call('POST /auth/login', { body: { email, password } })).body.data
  await ask(`POST /admin/submissions/${id}/decision`, admin, { decision: 'PASSED', reason: 'Good.' })
}
const PROJECT = { title: 'A savings jar', percentage: null, passedAt: expect.any(String) }

test('a passed project is on the certificate, also if it is passed after the claim, and its token stays one', async () => {
  const [before, after] = [await finishedUser(), await finishedUser()]
  await passProject(await submitProject(before))
  expect((await testbed.claim(before)).status).toBe(201)
  expect((await testbed.listed(before))[0].project).toEqual(PROJECT)

  const submission = await submitProject(after)
  const number = (await testbed.claim(after)).body.data.certificateNumber
  await testbed.untilStatus(number, 'MINTED')
  const shown = await verify(number)
  expect(shown.project).toBeNull()
  await passProject(submission)
  await waitUntil(async () => (await verify(number)).onChain.tokenUri !== shown.onChain.tokenUri)
  expect(await verify(number)).toMatchObject({ valid: true, project: PROJECT, verified: null })
  expect((await verify(number)).onChain.tokenId).toBe(shown.onChain.tokenId)
  expect(await pageOf(number)).toContain('<bdi>A savings jar</bdi>, passed')
  const credential = await credentialOf(number)
  expect(credential.credentialSubject.result).toEqual([
    { type: ['Result'], resultDescription: `urn:uuid:${course.id}#project`, status: 'Completed' },
  ])
  expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: false })
})

test('claim and pass of the project at once always give a certificate with the project', async () => {
  for (let round = 0; round < 4; round++) {
    const user = await finishedUser()
    const submission = await submitProject(user)
    await Promise.all([testbed.claim(user), passProject(submission)])
    await waitUntil(async () => (await testbed.listed(user))[0].project !== null)
  }
})

/** Gives a course lessons of 133 minutes. */
async function setStudyTime({ lessons }: TestCourse): Promise<void> {
  // 120,000 characters with the space between the parts, 12 minutes of video and a question.
  await testbed.test.database.query`
    update lesson set slides = jsonb_build_array(
      jsonb_build_object('type', 'TEXT', 'title', 'x', 'content', repeat('x', 119998)),
      jsonb_build_object('type', 'VIDEO', 'durationSeconds', 720),
      jsonb_build_object('type', 'QUIZ', 'questionId', ${newId()}::text))
    where id = ${lessons[0]!}`
}

test('the certificate says the estimated study time, and the page links to LinkedIn', async () => {
  await setStudyTime(course)
  const user = await finishedUser()
  const number = (await testbed.claim(user)).body.data.certificateNumber
  expect((await testbed.listed(user))[0].courseMinutes).toBe(133)
  expect((await verify(number)).courseMinutes).toBe(133)
  const page = await pageOf(number)
  expect(page).toContain('2.5 hours')
  const href = /href="(https:\/\/www\.linkedin\.com[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
  const fields = new URL(href).searchParams
  expect([fields.get('certId'), fields.get('organizationName')]).toEqual([number, 'Lyceum'])
  expect(fields.get('certUrl')).toEndWith(`/certificates/${number}`)
  const narrative = (await credentialOf(number)).credentialSubject.achievement.criteria.narrative
  expect(narrative).toContain('Estimated study time: 2.5 hours.')
})

test('a course can demand its test for the certificate', async () => {
  const { query } = testbed.test.database
  const user = await finishedUser()
  const require = (isRequired: boolean) =>
    query`update course set test = jsonb_set(test, '{isRequiredForCertificate}', to_jsonb(${isRequired}::boolean))
      where id = ${course.id}`
  await require(true)
  const refused = await testbed.claim(user)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'COURSE_TEST_REQUIRED'])
  await (await startTest(user))()
  expect((await testbed.claim(user)).status).toBe(201)
  await require(false)
})

test('the issuer is the name of the site; files that were drawn before keep theirs', async () => {
  const user = await finishedUser()
  const number = (await testbed.claim(user)).body.data.certificateNumber
  const pdf = async () =>
    (await readPdf(await (await fetch(`${testbed.url}/certificates/${number}.pdf`)).bytes())).pages[0]!
  expect(await pdf()).toContain('Lyceum')
  await testbed.test.database.query`
    insert into site_settings (name, language, accent, updated_at) values ('Evening <School>', 'en', 'teal', now())`
  try {
    await waitUntil(async () => (await pageOf(number)).includes('Evening &lt;School&gt;'))
    const page = await pageOf(number)
    expect(page).not.toContain('Lyceum')
    expect(page).toContain('organizationName=Evening+%3CSchool%3E')
    const credential = await credentialOf(number)
    expect(credential.issuer.name).toBe('Evening <School>')
    expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: false })
    expect(await pdf()).toContain('Lyceum')
    const other = await finishedUser()
    const { certificateNumber } = (await testbed.claim(other)).body.data
    const drawn = await (await fetch(`${testbed.url}/certificates/${certificateNumber}.pdf`)).bytes()
    expect((await readPdf(drawn)).pages[0]).toContain('Evening <School>')
    expect(await (await fetch(`${testbed.url}/certificates/LYC-0`)).text()).not.toContain('Lyceum')
  } finally {
    await testbed.test.database.query`delete from site_settings`
  }
})

describe('a certificate with a test, a project and a study time', () => {
  const TITLE = 'A savings jar & its keys'
  // The test, the project and the certificate have three days, so that no document shows one for another.
  const testDay = new Date(Date.now() - 5 * DAY_MS)
  const projectDay = new Date(Date.now() - 3 * DAY_MS)
  const issueDay = new Date()

  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  const documents: Record<string, any> = {}
  let picture: TextCommand[]
  let png: Buffer
  beforeAll(async () => {
    useClock(() => testDay.getTime())
    const user = await testbed.register()
    try {
      await testbed.finish(user, detailedCourse)
      // Seven of eight.
      expect(await (await startTest(user, { ...detailedCourse, right: 7 }))()).toMatchObject({
        isPassed: true,
      })
    } finally {
      useSystemClock()
    }
    const { query } = testbed.test.database
    await query`
      update project_submission set status = 'PASSED', assessment_status = 'COMPLETED', settled_at = ${projectDay},
        assessment = '{"percentage": 82}', project = project || jsonb_build_object('title', ${TITLE}::text),
        review_cause = null, review_requested_at = null
      where id = ${await submitProject(user, detailedCourse.id)}`
    // The access token of five days ago has expired.
    const { email, password } = user
    const { accessToken } = (await testbed.call('POST /auth/login', { body: { email, password } })).body.data
    const owner = { ...user, accessToken }
    const claimed = await testbed.claim(owner, 'Amina Otieno', detailedCourse.id)
    expect(claimed.status).toBe(201)
    const number = claimed.body.data.certificateNumber
    const file = async (kind: string) =>
      (await fetch(`${testbed.url}/certificates/${number}.${kind}`)).arrayBuffer()
    const [listed] = await testbed.listed(owner)
    documents.list = listed
    documents.page = textOf(await pageOf(number))
    const pdf = await readPdf(new Uint8Array(await file('pdf')))
    documents.pdf = pdf.pages[0]!.replaceAll(/\s+/g, ' ')
    documents.credential = await credentialOf(number)
    documents.verification = await verify(number)
    documents.pass = await readPass(new Uint8Array(await file('pkpass')), folder, passAuthority)
    png = Buffer.from(await file('png'))
    const content = { ...listed, number, siteName: 'Lyceum', url: listed.viewUrl, isRevoked: false }
    await loadFontsFor([TITLE])
    picture = layoutCertificate({ ...content, issuedAt: new Date(listed.issuedAt) }).filter(
      (command) => command.kind === 'text',
    )
    documents.picture = picture.map(({ text }) => text).join('\n')
  })

  /** The visible text of a page. */
  const textOf = (html: string) =>
    html
      .replaceAll(/<(style|head)>.*?<\/\1>/gs, ' ')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(' ,', ',')

  const achievementId = () => `urn:uuid:${detailedCourse.id}`
  const onSubject = (subject: object) => ({ credentialSubject: subject })
  const onAchievement = (achievement: object) => onSubject({ achievement })
  const narrative = (text: string) =>
    onAchievement({ criteria: { narrative: expect.stringContaining(text) } })
  const onPass = (side: string, key: string, value: string) => ({
    generic: { [side]: expect.arrayContaining([expect.objectContaining({ key, value })]) },
  })
  const tested = formatDate(testDay)
  const onVerified = (fields: object) => ({ verified: expect.objectContaining(fields) })
  const project = { title: TITLE, percentage: 82, passedAt: projectDay.toISOString() }
  const PROJECT_LINE = `${TITLE}, passed with 82 %`

  /** What each document says of each detail: a part of its text, or fields of its data. */
  const DETAILS: Record<string, Record<string, () => string | object>> = {
    'the score of the test': {
      list: () => onVerified({ score: 87, passPercent: 80 }),
      page: () => '87 %, passed on',
      picture: () => 'with 87 %',
      pdf: () => 'with 87 %',
      credential: () => ({
        credentialSubject: {
          result: expect.arrayContaining([
            { type: ['Result'], resultDescription: `${achievementId()}#test`, value: '87' },
          ]),
          achievement: {
            achievementType: 'Course',
            resultDescription: expect.arrayContaining([
              expect.objectContaining({
                id: `${achievementId()}#test`,
                resultType: 'Percent',
                requiredValue: '80',
              }),
            ]),
          },
        },
      }),
      verification: () => onVerified({ score: 87, passPercent: 80 }),
      pass: () => onPass('auxiliaryFields', 'test', '87 %'),
    },
    'the day of the test': {
      list: () => onVerified({ passedAt: testDay.toISOString() }),
      page: () => `passed on ${tested}`,
      picture: () => `passed its test on ${tested}`,
      pdf: () => `passed its test on ${tested}`,
      credential: () => narrative(`Its test was passed on ${tested} with 87 %.`),
      verification: () => onVerified({ passedAt: testDay.toISOString() }),
      pass: () => onPass('backFields', 'passed', tested),
    },
    'the day of issue': {
      list: () => ({ issuedAt: expect.stringContaining(issueDay.toISOString().slice(0, 10)) }),
      page: () => `Issued ${formatDate(issueDay)}`,
      picture: () => `Issued\n${formatDate(issueDay)}`,
      pdf: () => `Issued ${formatDate(issueDay)}`,
      credential: () => ({ validFrom: expect.stringContaining(issueDay.toISOString().slice(0, 10)) }),
      verification: () => ({ issuedAt: expect.stringContaining(issueDay.toISOString().slice(0, 10)) }),
      pass: () => onPass('secondaryFields', 'issued', documents.list.issuedAt),
    },
    'the skills': {
      list: () => onVerified({ skills: ['blockchain', 'hashing'] }),
      page: () => 'Skills blockchain, hashing',
      picture: () => 'blockchain · hashing',
      pdf: () => 'blockchain · hashing',
      credential: () => onAchievement({ tag: ['blockchain', 'hashing'] }),
      verification: () => onVerified({ skills: ['blockchain', 'hashing'] }),
      pass: () => onPass('backFields', 'skills', 'blockchain, hashing'),
    },
    'the study time': {
      list: () => ({ courseMinutes: 133 }),
      page: () => 'Study time 2.5 hours',
      picture: () => 'Estimated study time: 2.5 hours',
      pdf: () => 'Estimated study time: 2.5 hours',
      credential: () => narrative('Estimated study time: 2.5 hours.'),
      verification: () => ({ courseMinutes: 133 }),
      pass: () => onPass('auxiliaryFields', 'time', '2.5 hours'),
    },
    'the result of the project': {
      list: () => ({ project }),
      page: () => `Project ${PROJECT_LINE}`,
      picture: () => `Project: ${PROJECT_LINE}`,
      pdf: () => `Project: ${PROJECT_LINE}`,
      credential: () => ({
        credentialSubject: {
          activityEndDate: project.passedAt,
          result: expect.arrayContaining([
            { type: ['Result'], resultDescription: `${achievementId()}#project`, value: '82' },
          ]),
          achievement: {
            criteria: {
              narrative: expect.stringContaining(
                `Its project “${TITLE}” was passed on ${formatDate(projectDay)}.`,
              ),
            },
            resultDescription: expect.arrayContaining([
              expect.objectContaining({
                id: `${achievementId()}#project`,
                name: `Project: ${TITLE}`,
                resultType: 'Percent',
              }),
            ]),
          },
        },
      }),
      verification: () => ({ project }),
      pass: () => onPass('backFields', 'project', PROJECT_LINE),
    },
  }
  const CASES = Object.entries(DETAILS).flatMap(([detail, byDocument]) =>
    Object.entries(byDocument).map(([document, expected]) => [detail, document, expected] as const),
  )

  test.each(CASES)('%s is in the %s', (_, document, expected) => {
    const says = expected()
    if (typeof says === 'string') {
      expect(documents[document]).toContain(says)
      return
    }
    // A copy: the matcher writes into the value that it compares.
    expect(structuredClone(documents[document])).toMatchObject(says)
  })

  test.each(Object.entries(DETAILS).map(([detail, { picture: expected }]) => [detail, expected!] as const))(
    '%s has ink in the served picture',
    async (_, expected) => {
      const lines = String(expected()).split('\n')
      for (const line of lines) {
        const command = picture.find(({ text }) => text.includes(line))!
        expect(await shareOfInk(command)).toBeGreaterThan(0.05)
      }
    },
  )

  /** The share of dark pixels in the box of a text. */
  async function shareOfInk({ text, x, y, size, face, anchor }: TextCommand): Promise<number> {
    const scale = PNG_SIZE.width / PAGE_SIZE.width
    const width = widthOf(text, face) * size
    const box = {
      left: Math.round((x - (anchor === 'middle' ? width / 2 : 0)) * scale),
      top: Math.round((y - 0.7 * size) * scale),
      width: Math.round(width * scale),
      height: Math.round(0.7 * size * scale),
    }
    const pixels = await sharp(png).extract(box).greyscale().raw().toBuffer()
    return pixels.filter((value) => value < 190).length / pixels.length
  }
})
