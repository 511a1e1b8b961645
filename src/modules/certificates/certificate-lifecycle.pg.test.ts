import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQr from 'jsqr'
import sharp from 'sharp'
import {
  type Address,
  createPublicClient,
  decodeErrorResult,
  encodeFunctionData,
  http,
  type PublicClient,
} from 'viem'
import { AchievementBadge } from '../../../contracts/artifacts/AchievementBadge.ts'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import { createPassSettings, readPass } from '../../../test/harness/pass-issuer.ts'
import { readPdf } from '../../../test/harness/pdf.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { createHttpRpc } from '../../platform/chain/http-rpc.ts'
import { type Rpc, RpcError } from '../../platform/chain/rpc.ts'
import { cidOf } from '../../platform/ipfs/cid.ts'
import { findFreePort } from '../../platform/ports.ts'
import { type CertificateTestbed, createCertificateTestbed } from './certificate-testbed.ts'
import { verifyCredential } from './credential/credential-testbed.ts'
import { correctStudentName } from './public/correct-student-name.ts'
import { revokeCertificate } from './public/revoke-certificate.ts'

let testbed: CertificateTestbed
let folder: string
let passAuthority: string
let other: Awaited<ReturnType<CertificateTestbed['addCourse']>>
let chain: PublicClient
let rpc: Rpc
let contracts: Record<'CourseCertificate' | 'AchievementBadge', Address>
beforeAll(async () => {
  const port = await findFreePort()
  folder = mkdtempSync(join(tmpdir(), 'lyceum-certificates-'))
  const { settings, authority } = createPassSettings(folder)
  passAuthority = authority
  testbed = await createCertificateTestbed({ CHAIN: 'on', EMBEDDED_CHAIN_PORT: String(port), ...settings })
  // Before the service reads the catalog.
  other = await testbed.addCourse('Another course')
  const url = `http://127.0.0.1:${port}`
  chain = createPublicClient({ transport: http(url) })
  rpc = createHttpRpc(() => url)
  const { accessToken: token } = await testbed.register()
  contracts = (await testbed.call('GET /blockchain/config', { token })).body.data.contracts
})
afterAll(async () => {
  await testbed.stop()
  rmSync(folder, { recursive: true })
})

const read = (functionName: 'ownerOf' | 'tokenURI' | 'isRevoked' | 'locked', tokenId: string) =>
  chain.readContract({
    address: contracts.CourseCertificate,
    abi: CourseCertificate.abi,
    functionName,
    args: [BigInt(tokenId)],
  })
const verify = async (number: string) => (await testbed.call(`GET /certificates/verify/${number}`)).body.data
const page = async (number: string) => (await testbed.call(`GET //certificates/${number}`)).body as string
const file = async (number: string, kind: string) => {
  const response = await fetch(`${testbed.url}/certificates/${number}.${kind}`)
  expect([kind, response.status]).toEqual([kind, 200])
  return new Uint8Array(await response.arrayBuffer())
}

describe('a claimed certificate', () => {
  test('a certificate is minted to the wallet of the user as a token that cannot be transferred', async () => {
    const { user, number } = await testbed.certify()
    await testbed.untilStatus(number, 'MINTED')
    const [mine] = await testbed.listed(user)
    expect(mine.status).toBe('MINTED')
    expect(mine.nftTokenId).toMatch(/^\d+$/)
    const profile = await testbed.call('GET /user/profile', { token: user.accessToken })
    const wallet = profile.body.data.walletAddress as Address
    expect(await read('ownerOf', mine.nftTokenId)).toBe(wallet)
    expect(await read('tokenURI', mine.nftTokenId)).toBe(mine.metadataUri)
    expect(await read('locked', mine.nftTokenId)).toBe(true)
    const receipt = await chain.getTransactionReceipt({ hash: mine.transactionHash })
    expect(receipt.status).toBe('success')
    const data = encodeFunctionData({
      abi: CourseCertificate.abi,
      functionName: 'transferFrom',
      args: [wallet, contracts.AchievementBadge, BigInt(mine.nftTokenId)],
    })
    const move = { from: wallet, to: contracts.CourseCertificate, data }
    const refused = await rpc.request('eth_call', [move, 'latest']).catch((error) => error as RpcError)
    if (!(refused instanceof RpcError)) throw new Error('the transfer succeeded')
    expect(decodeErrorResult({ abi: CourseCertificate.abi, data: refused.revertData! })).toMatchObject({
      errorName: 'Soulbound',
      args: [BigInt(mine.nftTokenId)],
    })

    expect(await verify(number)).toEqual({
      valid: true,
      status: 'MINTED',
      certificateNumber: number,
      studentName: 'Amina Otieno',
      courseTitle: 'Blockchain basics',
      issuedAt: mine.issuedAt,
      verified: null,
      project: null,
      courseMinutes: 0,
      viewUrl: mine.viewUrl,
      onChain: {
        exists: true,
        owner: wallet,
        tokenId: mine.nftTokenId,
        transactionHash: mine.transactionHash,
        isRevoked: false,
        tokenUri: mine.metadataUri,
        contractAddress: contracts.CourseCertificate,
        chainId: 31337,
        network: 'lyceum-dev',
      },
    })
    const shown = await page(number)
    expect(shown).toContain('Valid, on chain')
    expect(shown).toContain(`Token ${mine.nftTokenId} on lyceum-dev`)
    expect(shown).toContain(wallet)
  })

  test('the token metadata is served under its content hash and contains a salt', async () => {
    const { user, number } = await testbed.certify()
    const [{ metadataUri }] = await testbed.listed(user)
    const cid = metadataUri.slice('ipfs://'.length)
    const response = await fetch(`${testbed.url}/ipfs/${cid}`)
    const text = await response.text()
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(cidOf(text)).toBe(cid)
    const document = JSON.parse(text)
    expect(document).toMatchObject({
      name: expect.stringContaining('Blockchain basics'),
      external_url: expect.stringContaining(`/certificates/${number}`),
      attributes: expect.arrayContaining([{ trait_type: 'Student', value: 'Amina Otieno' }]),
    })
    expect(document.salt.length).toBeGreaterThanOrEqual(43)

    const imageCid = document.image.replace(/^ipfs:\/\//, '')
    const image = await fetch(`${testbed.url}/ipfs/${imageCid}`)
    const svg = await image.text()
    expect(image.headers.get('content-type')).toStartWith('image/svg+xml')
    expect(image.headers.get('content-security-policy')).toContain('sandbox')
    expect(cidOf(svg)).toBe(imageCid)
    expect(svg).toContain('Blockchain basics')
    expect(svg).not.toContain('Amina')
    const credential = await (await fetch(`${testbed.url}/certificates/${number}.json`)).json()
    expect(credential.credentialSubject.achievement.image).toEqual({
      id: expect.stringContaining(`/ipfs/${imageCid}`),
      type: 'Image',
    })
    expect((await fetch(credential.issuer.image.id)).headers.get('content-type')).toStartWith('image/svg+xml')
    expect((await fetch(`${testbed.url}/ipfs/${cidOf('nothing')}`)).status).toBe(404)
    const [call] = await testbed.test.database.query<{ bytes: Buffer }>`
      select call_data as bytes from chain_transaction order by created_at desc limit 1`
    expect(call!.bytes.toString('latin1')).not.toContain('Amina')
  })

  test('the PNG has a QR code with the URL of the page, and the PDF has one page with the same text', async () => {
    const { user, number } = await testbed.certify('Zoë Ångström')
    const [{ viewUrl }] = await testbed.listed(user)
    const { data, info } = await sharp(await file(number, 'png'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1684, 1190])
    expect(jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(viewUrl)
    const { pages, title } = await readPdf(await file(number, 'pdf'))
    expect(pages).toHaveLength(1)
    for (const part of ['Zoë Ångström', 'Blockchain basics', number]) expect(pages[0]).toContain(part)
    expect(title).toBe('Zoë Ångström: Blockchain basics')
  })

  test('the pass for Apple Wallet is signed, is public as the other files are, and shows what the certificate says', async () => {
    const { user, number } = await testbed.certify('Zoë Ångström')
    const [{ viewUrl, issuedAt }] = await testbed.listed(user)
    expect(await page(number)).toContain(`href="/certificates/${number}.pkpass"`)
    const response = await fetch(`${testbed.url}/certificates/${number}.pkpass`)
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${number}.pkpass"`)
    const pass = await readPass(new Uint8Array(await response.arrayBuffer()), folder, passAuthority)
    expect(pass).toMatchObject({
      isVerified: true,
      serialNumber: number,
      organizationName: 'Lyceum',
      generic: {
        primaryFields: [{ label: 'CERTIFICATE', value: 'Blockchain basics' }],
        secondaryFields: [{ value: 'Zoë Ångström' }, { value: issuedAt }],
      },
      barcodes: [{ format: 'PKBarcodeFormatQR', message: viewUrl, altText: number }],
    })
    expect(pass).not.toHaveProperty('voided')
    expect(pass.iconWidths).toEqual([29, 58, 87])
    const unknown = await fetch(`${testbed.url}/certificates/LYC-2026-AAAAAAAA.pkpass`)
    expect(unknown.status).toBe(404)
  })

  test('an independent library verifies the credential and rejects a changed one', async () => {
    const { number } = await testbed.certify()
    await testbed.untilStatus(number, 'MINTED')
    const credential = JSON.parse(Buffer.from(await file(number, 'json')).toString())
    expect(credential.type).toEqual(['VerifiableCredential', 'OpenBadgeCredential'])
    expect(credential.credentialSubject.identifier[0].identityHash).toBe('Amina Otieno')
    expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: false })
    // The same credential is in the picture.
    const { comments } = await sharp(await file(number, 'png')).metadata()
    expect(comments).toMatchObject([{ keyword: 'openbadgecredential' }])
    expect(JSON.parse(comments![0]!.text)).toEqual(credential)
    const forged = structuredClone(credential)
    forged.credentialSubject.identifier[0].identityHash = 'Mallory'
    expect((await verifyCredential(forged, testbed.url)).verified).toBe(false)
    const again = JSON.parse(Buffer.from(await file(number, 'json')).toString())
    expect(again).toEqual(credential)
  })
})

describe('revoking', () => {
  test('concurrent revocations change the database, the status list and the page, and send one transaction', async () => {
    const { number, id } = await testbed.certify()
    await testbed.untilStatus(number, 'MINTED')
    const credential = JSON.parse(Buffer.from(await file(number, 'json')).toString())
    const revoke = () =>
      testbed.write((tx) =>
        revokeCertificate(tx, { certificateId: id, reason: 'MISCONDUCT', now: new Date() }),
      )
    const results = await Promise.all(Array.from({ length: 20 }, revoke))
    expect(new Set(results.map(({ revokedAt }) => revokedAt?.toISOString())).size).toBe(1)
    const transactions = await testbed.test.database.query`
      select reference from chain_transaction where kind = 'certificates.revoke'`
    expect(transactions).toEqual([{ reference: `certificate:${id}:revoke` }])

    // Before the transaction is on the chain.
    expect(await verify(number)).toMatchObject({ valid: false, status: 'REVOKED' })
    expect(await readPass(await file(number, 'pkpass'), folder, passAuthority)).toMatchObject({
      isVerified: true,
      serialNumber: number,
      voided: true,
      generic: { primaryFields: [{ label: 'REVOKED' }] },
    })
    expect(await page(number)).toMatch(
      /Revoked<\/b><span>On .* because of misconduct\. The certificate is not valid\./,
    )
    expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: true })
    const { onChain } = await verify(number)
    await waitUntil(async () => (await verify(number)).onChain.isRevoked)
    expect(await read('isRevoked', onChain.tokenId)).toBe(true)
    expect(await page(number)).not.toContain('Valid, on chain')
    const corrected = testbed.write((tx) =>
      correctStudentName(tx, {
        certificateId: id,
        studentName: 'Other',
        publicUrl: testbed.url,
        now: new Date(),
      }),
    )
    expect(await corrected.catch((error) => error.code)).toBe('CERTIFICATE_REVOKED')
  })
})

describe('correcting a name', () => {
  test('the token points to the document of the last correction, and earlier documents are deleted', async () => {
    const { user, number, id } = await testbed.certify('Amina Otino')
    const [before] = await testbed.listed(user)
    // The first correction happens during the mint.
    const correct = (studentName: string) =>
      testbed.write((tx) =>
        correctStudentName(tx, { certificateId: id, studentName, publicUrl: testbed.url, now: new Date() }),
      )
    await correct('Amina Otiena')
    await testbed.untilStatus(number, 'MINTED')
    await correct('Amina Otieno')
    const [after] = await testbed.listed(user)
    expect(after).toMatchObject({ studentName: 'Amina Otieno', certificateNumber: number })
    expect(after.metadataUri).not.toBe(before.metadataUri)
    expect((await verify(number)).valid).toBe(true)
    await waitUntil(async () => (await read('tokenURI', after.nftTokenId)) === after.metadataUri)
    await waitUntil(
      async () => (await fetch(`${testbed.url}/ipfs/${before.metadataUri.slice(7)}`)).status === 404,
    )
    // The documents are deleted when the relayer reports the confirmed transaction.
    let documents: { cid: string }[] = []
    await waitUntil(async () => {
      documents = await testbed.test.database
        .query`select cid from ipfs_document where subject = ${`certificate:${id}`}`
      return documents.length === 1
    })
    expect(documents).toEqual([{ cid: after.metadataUri.slice(7) }])
    expect(await verify(number)).toMatchObject({ valid: true, studentName: 'Amina Otieno' })
    expect(await page(number)).toContain('Amina Otieno')
    const wrong = await correct('\u202e').catch((error) => error.code)
    expect(wrong).toBe('VALIDATION_FAILED')
  })
})

describe('changing the own name', () => {
  test('a changed name is drawn again on every certificate, and each token stays one with a new document', async () => {
    const { user, number } = await testbed.certify('Amina Otieno')
    await testbed.finish(user, other)
    const second = (await testbed.claim(user, 'Amina Otieno', other.id)).body.data.certificateNumber
    for (const each of [number, second]) await testbed.untilStatus(each, 'MINTED')
    const before = await testbed.listed(user)
    const picture = await file(number, 'png')
    const change = await testbed.call('PUT /user/certificate-name', {
      token: user.accessToken,
      body: { studentName: 'Amina Wanjiru' },
    })
    expect([change.status, change.body.data.studentName]).toEqual([200, 'Amina Wanjiru'])
    const after = await testbed.listed(user)
    for (const [index, { nftTokenId, metadataUri, studentName }] of after.entries()) {
      expect([studentName, nftTokenId]).toEqual(['Amina Wanjiru', before[index].nftTokenId])
      expect(metadataUri).not.toBe(before[index].metadataUri)
      await waitUntil(async () => (await read('tokenURI', nftTokenId)) === metadataUri)
      await waitUntil(
        async () => (await fetch(`${testbed.url}/ipfs/${before[index].metadataUri.slice(7)}`)).status === 404,
      )
    }
    expect(Buffer.from(await file(number, 'png')).equals(Buffer.from(picture))).toBe(false)
    expect(await page(number)).toContain('Amina Wanjiru')
    expect(await verify(second)).toMatchObject({ valid: true, studentName: 'Amina Wanjiru' })
  })
})

describe('concurrent claims', () => {
  test('a hundred concurrent claims mint one token', async () => {
    const user = await testbed.register()
    await testbed.finish(user)
    const responses = await Promise.all(Array.from({ length: 100 }, () => testbed.claim(user)))
    const number = responses[0]!.body.data.certificateNumber
    expect(new Set(responses.map(({ body }) => body.data.certificateNumber))).toEqual(new Set([number]))
    await testbed.untilStatus(number, 'MINTED')
    const profile = await testbed.call('GET /user/profile', { token: user.accessToken })
    const balance = await chain.readContract({
      address: contracts.CourseCertificate,
      abi: CourseCertificate.abi,
      functionName: 'balanceOf',
      args: [profile.body.data.walletAddress],
    })
    expect(balance).toBe(1n)
  })
})

describe('a completed badge', () => {
  beforeAll(async () => {
    await testbed.test.database.query`
      insert into badge_definition (badge_type, origin, status, name, description, rule_kind, required_progress,
        picture_key, created_at, updated_at)
      values ('CHAIN_PIONEER', 'ADMIN', 'PUBLISHED', 'Chain Pioneer', 'Complete 2 lessons.', 'LESSONS_COMPLETED', 2,
        'badges/pioneer.webp', now(), now())`
  })

  test.each([
    ['FIRST_STEPS', 'First Steps', '/badges/first-steps.svg'],
    ['CHAIN_PIONEER', 'Chain Pioneer', '/files/badges/pioneer.webp'],
  ])('the badge %s is minted, and its progress shows the token', async (type, name, imagePath) => {
    const user = await testbed.register()
    const badge = async () => {
      const { body } = await testbed.call('GET /badges/progress/me', { token: user.accessToken })
      return body.data.find(({ badgeType }: { badgeType: string }) => badgeType === type)
    }
    // A process may cache the earlier badge definitions for some seconds.
    await waitUntil(async () => (await badge()) !== undefined)
    await testbed.finish(user)
    await waitUntil(async () => (await badge()).isMintedOnChain === true)
    const { tokenId, contractAddress } = await badge()
    expect(contractAddress).toBe(contracts.AchievementBadge)
    const profile = await testbed.call('GET /user/profile', { token: user.accessToken })
    const contract = {
      address: contracts.AchievementBadge,
      abi: AchievementBadge.abi,
      args: [BigInt(tokenId)],
    } as const
    expect(await chain.readContract({ ...contract, functionName: 'ownerOf' })).toBe(
      profile.body.data.walletAddress,
    )
    const uri = await chain.readContract({ ...contract, functionName: 'tokenURI' })
    const document = await (await fetch(`${testbed.url}/ipfs/${uri.slice(7)}`)).json()
    expect(document).toMatchObject({ name, image: expect.stringContaining(imagePath) })
  })
})
