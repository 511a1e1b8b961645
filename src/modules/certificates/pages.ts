import { OWL } from '../../platform/brand/brand.ts'
import { addMs, HOUR_MS } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { etagResponse, plainResponse } from '../../platform/http/response.ts'
import type { Platform } from '../../platform/platform.ts'
import { logoPath } from '../site-settings/public/site-logo.ts'
import { getCachedSiteSettings } from '../site-settings/public/site-settings-cache.ts'
import { didDocument } from './credential/issuer.ts'
import { IssuerKeys } from './credential/issuer-keys.ts'
import { describeStatusList, encodeStatusList } from './credential/status-list.ts'
import { errors } from './errors.ts'
import { CertificateFiles, type FileKind } from './page/certificate-files.ts'
import { certificatePage, unknownPage } from './page/certificate-page.ts'
import { certificateTexts } from './page/certificate-texts.ts'
import { PAGE_POLICY } from './page/style.ts'
import { type Certificate, readCertificateNumber } from './public/certificate.ts'
import { findByNumber } from './queries.ts'
import { readTokenWithTimeout } from './verify-certificate.ts'

interface CertificatePagesDeps
  extends Pick<Platform, 'db' | 'database' | 'pubsub' | 'write' | 'storage' | 'chain' | 'config'> {
  /** The languages of a visitor, the preferred one first. */
  languagesOf: (request: Request) => string[]
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'cache-control': 'no-cache',
  vary: 'accept-language, cookie',
}
const PUBLIC_JSON = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=60',
  'access-control-allow-origin': '*',
}

/** The public pages and files of certificates, the keys of the issuer and the status lists. */
export function certificatePages(deps: CertificatePagesDeps): PlainRoute[] {
  const keys = new IssuerKeys(deps.database)
  const files = new CertificateFiles(deps, keys, deps.chain.chainId)
  return [
    {
      path: '/certificates/icon.svg',
      handle: () =>
        plainResponse(OWL, 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=86400',
        }),
    },
    {
      path: '/certificates/:name',
      handle: (request, { name }, now) => showCertificate(deps, files, { request, name: name!, now }),
    },
    ...issuerPages(deps, keys, files),
  ]
}

async function showCertificate(
  { db, pubsub, chain, config: { publicUrl, walletPass }, languagesOf }: CertificatePagesDeps,
  files: CertificateFiles,
  { request, name, now }: { request: Request; name: string; now: Date },
): Promise<Response> {
  const [, typed, kind] = name.match(/^(.*?)(?:\.(png|pdf|json|pkpass))?$/s)! as unknown as [
    string,
    string,
    FileKind?,
  ]
  const number = readCertificateNumber(typed)
  const certificate = number ? await findByNumber(db, number) : undefined
  if (kind) {
    if (!certificate) throw errors.certificate_not_found()
    return fileResponse(
      await files.make(kind, requireStudentName(certificate), now),
      certificate.number,
      kind,
      request,
    )
  }
  const site = await getCachedSiteSettings({ db, pubsub })
  const texts = certificateTexts([...languagesOf(request), site.language])
  const shown = { siteName: site.name, logo: logoPath(site), texts }
  if (!certificate) return plainResponse(unknownPage(typed, shown), 404, HTML)
  const token = await readTokenWithTimeout(chain, certificate)
  const data = { certificate, token, chain, publicUrl, ...shown, hasWalletPass: walletPass !== undefined }
  return etagResponse(certificatePage(data), HTML, request)
}

const FILE_TYPES: Record<FileKind, Record<string, string>> = {
  png: { 'content-type': 'image/png' },
  pdf: { 'content-type': 'application/pdf' },
  json: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
  pkpass: { 'content-type': 'application/vnd.apple.pkpass' },
}

function fileResponse(content: ArrayBuffer, number: string, kind: FileKind, request: Request): Response {
  const headers = {
    ...FILE_TYPES[kind],
    'content-disposition': `inline; filename="${number}.${kind}"`,
    // The file changes when the certificate is revoked, and is gone when the account is deleted.
    'cache-control': 'no-cache',
  }
  return etagResponse(content, headers, request)
}

function requireStudentName(certificate: Certificate): Certificate & { studentName: string } {
  const { studentName } = certificate
  if (studentName === null) throw errors.certificate_withdrawn()
  return { ...certificate, studentName }
}

function issuerPages(
  { db, config }: CertificatePagesDeps,
  keys: IssuerKeys,
  files: CertificateFiles,
): PlainRoute[] {
  const { publicUrl } = config
  return [
    {
      path: '/.well-known/did.json',
      handle: async (request) =>
        etagResponse(JSON.stringify(didDocument(publicUrl, await keys.list())), PUBLIC_JSON, request),
    },
    {
      path: '/credentials/status/:list{[0-9]{1,9}}',
      handle: async (request, { list: text }, now) => {
        const list = BigInt(text!)
        const encoded = await encodeStatusList(db, list)
        if (encoded === undefined) throw commonErrors.not_found()
        // Dated to the full hour, so that repeated requests get the same signed list.
        const at = addMs(now, -(now.getTime() % HOUR_MS))
        const signed = await files.signList(describeStatusList(encoded, { publicUrl, list, at }), at)
        return etagResponse(signed, PUBLIC_JSON, request)
      },
    },
  ]
}
