import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { onConfirmed } from '../../platform/chain/relayer/chain-effects.ts'
import { transactionConfirmed } from '../../platform/chain/relayer/events.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { type CertificateTestbed, createCertificateTestbed, type TestCourse } from './certificate-testbed.ts'
import { certificateChainEffects } from './chain-effects.ts'
import { revokeCertificate } from './public/revoke-certificate.ts'

let testbed: CertificateTestbed
/** Created before the first request, because the service caches the catalog for some seconds. */
let changing: TestCourse[]
beforeAll(async () => {
  testbed = await createCertificateTestbed()
  changing = await Promise.all(
    ['A course that grows', 'One that shrinks', 'One of yesterday'].map(testbed.addCourse),
  )
})
afterAll(() => testbed.stop())

describe('claiming', () => {
  test('a claim returns 409 for an incomplete course, 404 for an unknown course and 401 without a token', async () => {
    const user = await testbed.register()
    const refused = await testbed.claim(user)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'COURSE_NOT_COMPLETED'])
    await testbed.call(`POST /user-lessons/${testbed.course.lessons[0]}/complete`, {
      token: user.accessToken,
      body: {},
    })
    expect((await testbed.claim(user)).body.error.code).toBe('COURSE_NOT_COMPLETED')
    const unknown = await testbed.claim(user, 'Amina', newId())
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'COURSE_NOT_FOUND'])
    const body = { courseId: testbed.course.id, studentName: 'Amina' }
    expect((await testbed.call('POST /certificates/claim', { body })).status).toBe(401)
    expect(await testbed.listed(user)).toEqual([])
  })

  test('a claim returns a certificate in status MINTING, and a repeated claim returns the same one', async () => {
    const user = await testbed.register()
    await testbed.finish(user)
    const first = await testbed.claim(user, '  Amina\u00a0 Otieno ')
    expect(first.status).toBe(201)
    expect(first.body.data).toEqual({
      certificateId: expect.any(String),
      certificateNumber: expect.stringMatching(/^LYC-20\d\d-[0-9A-HJKMNP-TV-Z]{8}$/),
      status: 'MINTING',
      message: expect.any(String),
    })
    const again = await testbed.claim(user, 'Amina Otieno')
    expect([again.status, again.body.data]).toEqual([201, first.body.data])
    const { certificateNumber, certificateId } = first.body.data
    expect(await testbed.listed(user)).toEqual([
      {
        id: certificateId,
        courseId: testbed.course.id,
        courseTitle: 'Blockchain basics',
        studentName: 'Amina Otieno',
        issuedAt: expect.stringMatching(/Z$/),
        certificateNumber,
        status: 'MINTING',
        nftTokenId: null,
        verified: null,
        project: null,
        courseMinutes: expect.any(Number),
        transactionHash: null,
        viewUrl: expect.stringMatching(
          new RegExp(`^http://localhost:\\d+/certificates/${certificateNumber}$`),
        ),
        metadataUri: expect.stringMatching(/^ipfs:\/\/bafkrei[a-z2-7]+$/),
      },
    ])
  })
})

describe('student names', () => {
  const claimResult = async (studentName: unknown) => {
    const user = await testbed.register()
    await testbed.finish(user)
    const { status, body } = await testbed.claim(user, studentName)
    return status === 201 ? 'accepted' : `${status} ${body.error.details?.[0]?.field ?? body.error.code}`
  }

  test.each([
    ['<script>alert(1)</script>'],
    ['Zoë 😀 ☺️'],
    ['محمد بن عبد الله'],
    ['文'.repeat(80)],
    ['😀'.repeat(80)],
    ['O\'Hara & "Sons"'],
    ['Ng'],
  ])('the name %s is accepted unchanged', async (name) => {
    const { user, number } = await testbed.certify(name)
    expect((await testbed.listed(user))[0].studentName).toBe(name)
    const page = await testbed.call(`GET //certificates/${number}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain(Bun.escapeHTML(name))
    expect(page.body).not.toContain('<script')
    for (const kind of ['png', 'pdf', 'json'])
      expect([kind, (await fetch(`${testbed.url}/certificates/${number}.${kind}`)).status]).toEqual([
        kind,
        200,
      ])
  })

  test.each([
    ['one character', 'A'],
    ['spaces only', '     '],
    ['eighty-one characters', 'W'.repeat(81)],
    ['eighty-one characters of two units', '😀'.repeat(81)],
    ['a direction override', 'Ada\u202egnp.exe'],
    ['an isolate', 'Ada \u2066Lovelace'],
    ['a line break', 'Ada\nLovelace'],
    ['a tab', 'Ada\tLovelace'],
    ['an escape sequence', 'Ada\u001b[2J'],
    ['invisible letters', '\u3164\u3164\u3164'],
    ['an unassigned character', 'Ada \u0378'],
    ['a private character', 'Ada \ue000'],
    ['twenty stacked marks', `A${'\u0301'.repeat(20)}da`],
    ['a number', 7],
    ['null', null],
  ])('a name of %s is rejected with 400', async (_, name) => {
    expect(await claimResult(name)).toBe('400 studentName')
  })
})

describe('a site without passes for Apple Wallet', () => {
  test('a certificate has no pass, and its page does not offer one', async () => {
    const { number } = await testbed.certify()
    const refused = await testbed.call(`GET //certificates/${number}.pkpass`)
    expect([refused.status, refused.body.error.code]).toEqual([404, 'WALLET_PASS_NOT_OFFERED'])
    expect((await testbed.call(`GET //certificates/${number}`)).body).not.toContain('pkpass')
  })
})

describe('concurrent claims', () => {
  test('a hundred concurrent claims in two names create one certificate, one document and one transaction', async () => {
    const user = await testbed.register()
    await testbed.finish(user)
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => testbed.claim(user, `Name ${index % 2}`)),
    )
    const isClaimed = ({ status }: { status: number }) => status === 201
    const ids = new Set(responses.filter(isClaimed).map(({ body }) => body.data.certificateId))
    expect(ids.size).toBe(1)
    const refused = responses.filter((response) => !isClaimed(response))
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(50).fill('CERTIFICATE_NAME_BOUND'))
    const [row] = await testbed.test.database.query`
      select (select count(*)::int from certificate where user_id = ${user.id}) as certificates,
        (select count(*)::int from ipfs_document where subject = ${`certificate:${[...ids][0]}`}) as documents,
        (select count(*)::int from chain_transaction where reference = ${`certificate:${[...ids][0]}`}) as mints`
    expect(row).toEqual({ certificates: 1, documents: 1, mints: 1 })
  })

  test('the unsafe control without lock and unique index creates several certificates', async () => {
    const user = newId()
    const { database } = testbed.test
    await database.query`create table unsafe_certificate as select * from certificate with no data`
    // All transactions have read before the first one writes.
    const barrier = createBarrier(5)
    const claim = () =>
      database.transaction(async ({ statement }) => {
        const known = await statement`select id from unsafe_certificate where user_id = ${user}`
        await barrier()
        if (known.length > 0) return
        await statement`insert into unsafe_certificate (id, user_id) values (${newId()}, ${user})`
      })
    await Promise.all(Array.from({ length: 5 }, claim))
    const rows = await database.query`select id from unsafe_certificate`
    expect(rows.length).toBeGreaterThan(1)
  })
})

describe('a confirmed mint', () => {
  test('certificate_minted is emitted once for repeated confirmations', async () => {
    const { id, number, user } = await testbed.certify()
    const write = createWrite(
      testbed.test.database,
      reactionTable([on(transactionConfirmed, { inTransaction: [onConfirmed(certificateChainEffects)] })]),
      () => {},
    )
    const hash = `0x${'ab'.repeat(32)}` as const
    const log = {
      contract: 'CourseCertificate',
      address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' as const,
      eventName: 'Transfer',
      args: { tokenId: '17' },
      logIndex: 0,
      transactionHash: hash,
      blockNumber: 1,
      blockHash: hash,
    }
    const data = {
      reference: `certificate:${id}`,
      kind: 'certificates.mint',
      transactionHash: hash,
      blockNumber: 1,
      at: new Date().toISOString(),
    }
    const confirm = () =>
      write.withEvents(async (tx) => tx.emit(transactionConfirmed({ ...data, logs: [log] })))
    const results = await Promise.all(Array.from({ length: 20 }, confirm))
    const events = results
      .flatMap((each) => each.events)
      .filter(({ name }) => name.startsWith('certificates.'))
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      [
        'certificates.certificate_minted',
        {
          userId: user.id,
          certificateId: id,
          courseId: testbed.course.id,
          courseTitle: testbed.course.title,
          certificateNumber: number,
          at: expect.any(String),
        },
      ],
    ])
    expect(await testbed.listed(user)).toMatchObject([
      { status: 'MINTED', nftTokenId: '17', transactionHash: hash },
    ])
  })
})

describe('without a chain', () => {
  test('verification returns 503, the page says that the chain is unavailable, and an unknown number is 404', async () => {
    const { number } = await testbed.certify()
    const verified = await testbed.call(`GET /certificates/verify/${number}`)
    expect([verified.status, verified.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(Number(verified.headers.get('retry-after'))).toBeGreaterThan(0)
    await testbed.test.database.query`
      update certificate set status = 'MINTED', token_id = '1', transaction_hash = '0x0', pending_step = null
      where number = ${number}`
    const page = await testbed.call(`GET //certificates/${number}`)
    expect(page.body).toContain('The chain is unavailable')
    expect(page.body).not.toContain('Valid, on chain')
    for (const unknown of ['LYC-2026-00000000', 'nonsense', 'LYC-2026-0000000', '%00', '%ED%A0%80'])
      expect([unknown, (await testbed.call(`GET /certificates/verify/${unknown}`)).status]).toEqual([
        unknown,
        404,
      ])
  })
})

describe('revoking', () => {
  test('a certificate that is not minted or does not exist cannot be revoked', async () => {
    const { id, number } = await testbed.certify()
    const revoke = (certificateId: typeof id) =>
      testbed
        .write((tx) => revokeCertificate(tx, { certificateId, reason: 'MISCONDUCT', now: new Date() }))
        .catch((refusal) => refusal.code)
    expect(await revoke(id)).toBe('CERTIFICATE_NOT_MINTED')
    expect(await revoke(newId())).toBe('CERTIFICATE_NOT_FOUND')
    expect((await testbed.call(`GET //certificates/${number}`)).body).not.toContain('Revoked')
  })
})

describe('the certificate page', () => {
  test('an unknown number returns an HTML 404 page, and JSON 404 for its files', async () => {
    const page = await testbed.call('GET //certificates/LYC-2026-00000000')
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toStartWith('text/html')
    expect(page.body).toContain('No such certificate')
    const hostile = await testbed.call(
      `GET //certificates/${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
    )
    expect([hostile.status, hostile.body.includes('<img src=x')]).toEqual([404, false])
    for (const kind of ['png', 'pdf', 'json']) {
      const file = await testbed.call(`GET //certificates/LYC-2026-00000000.${kind}`)
      expect([file.status, file.body.error.code]).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
    }
  })

  test('the page accepts a mistyped number, forbids scripts and has Open Graph metadata', async () => {
    const { number } = await testbed.certify('Amina <Otieno>')
    const typed = number.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    const page = await testbed.call(`GET //certificates/${typed}`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toStartWith("default-src 'none'; style-src 'sha256-")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('script-src')
    expect(page.body).toContain(
      `<meta property="og:title" content="Amina &lt;Otieno&gt;: Blockchain basics">`,
    )
    expect(page.body).toMatch(
      new RegExp(`<meta property="og:image" content="http://localhost:\\d+/certificates/${number}.png">`),
    )
    expect(page.body).toContain('Issued, and being written to the chain')
    const tag = page.headers.get('etag')!
    const known = await testbed.call(`GET //certificates/${number}`, { headers: { 'if-none-match': tag } })
    expect(known.status).toBe(304)
  })
})

describe('deleting an account', () => {
  test('deletion erases the name and the documents, and keeps the certificate', async () => {
    const { user, number } = await testbed.certify('Erasmus Unforgettable')
    const [{ metadataUri }] = await testbed.listed(user)
    const document = metadataUri.replace('ipfs://', '/ipfs/')
    expect((await testbed.call(`GET /${document}`)).status).toBe(200)
    const exported = await testbed.call('GET /user/export', { token: user.accessToken })
    expect(exported.body.data.certificates).toMatchObject([{ number, studentName: 'Erasmus Unforgettable' }])
    const deletion = { token: user.accessToken, body: { password: user.password } }
    expect((await testbed.call('DELETE /user/account', deletion)).status).toBe(200)

    expect((await testbed.call(`GET /${document}`)).status).toBe(404)
    const page = await testbed.call(`GET //certificates/${number}`)
    expect([page.status, page.body.includes('Erasmus')]).toEqual([200, false])
    expect(page.body).toContain('The owner deleted their account')
    for (const kind of ['png', 'pdf', 'json']) {
      const file = await testbed.call(`GET //certificates/${number}.${kind}`)
      expect([kind, file.status]).toEqual([kind, 410])
    }
    const [found] = await testbed.test.database.query<{ rows: number }>`
      select (select count(*) from certificate as t where t::text like '%Unforgettable%')::int
        + (select count(*) from ipfs_document as t where t::text like '%Unforgettable%')::int as rows`
    expect(found!.rows).toBe(0)
  })

  test('a claim with an access token of a deleted account returns 401', async () => {
    const user = await testbed.register()
    await testbed.finish(user)
    await testbed.test.database.query`update user_account set deleted_at = now() where id = ${user.id}`
    expect((await testbed.claim(user)).status).toBe(401)
  })
})

describe('changed courses', () => {
  const query = (...given: Parameters<Db>) => testbed.test.database.query(...given)

  test('a user who completed the course before a lesson was added can claim', async () => {
    const course = changing[0]!
    const user = await testbed.register()
    await testbed.finish(user, course)
    await query`
      insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
      values (${newId()}, ${course.id}, 'one-more', 'One more', 3, 0, 0, '[]')`
    expect((await testbed.claim(user, 'Amina', course.id)).status).toBe(201)
    const late = await testbed.register()
    for (const lesson of course.lessons)
      await testbed.call(`POST /user-lessons/${lesson}/complete`, { token: late.accessToken, body: {} })
    await query`delete from enrollment where user_id = ${late.id} and completed_at is not null`
    expect((await testbed.claim(late, 'Amina', course.id)).body.error.code).toBe('COURSE_NOT_COMPLETED')
  })

  test('a course is completed when its only missing lesson is archived', async () => {
    const course = changing[1]!
    const user = await testbed.register()
    await testbed.finish(user, { ...course, lessons: course.lessons.slice(0, 1) })
    expect((await testbed.claim(user, 'Amina', course.id)).status).toBe(409)
    await query`update lesson set archived_at = now() where id = ${course.lessons[1]!}`
    expect((await testbed.claim(user, 'Amina', course.id)).status).toBe(201)
  })

  test('an archived course can be claimed only by users who completed it', async () => {
    const course = changing[2]!
    const [finished, begun] = [await testbed.register(), await testbed.register()]
    await testbed.finish(finished, course)
    await testbed.finish(begun, { ...course, lessons: course.lessons.slice(0, 1) })
    await query`update course set archived_at = now() where id = ${course.id}`
    expect((await testbed.claim(finished, 'Amina', course.id)).status).toBe(201)
    expect((await testbed.claim(begun, 'Amina', course.id)).status).toBe(404)
  })
})
