import type { Chain } from '../../../platform/chain/chain.ts'
import { escapeHtml } from '../../../platform/mail/email-layout.ts'
import { qrPath } from '../../../platform/svg/qr-path.ts'
import { PNG_SIZE } from '../image/dimensions.ts'
import {
  type Certificate,
  describeHours,
  describeProject,
  formatDate,
  linkedInUrl,
  metadataUri,
  type RevocationReason,
  viewUrl,
} from '../public/certificate.ts'
import type { CertificateToken } from '../read-token.ts'
import { type VerificationStatus, verifyCertificate } from '../verify-certificate.ts'
import { STYLE } from './style.ts'

type ChainInfo = Pick<Chain, 'network' | 'chainId' | 'explorerUrl' | 'contracts'>

interface PageData {
  certificate: Certificate
  /** Undefined when the chain is unavailable. */
  token: CertificateToken | undefined
  chain: ChainInfo
  publicUrl: string
  siteName: string
  /** The path of the logo; null: the owl. */
  logo: string | null
  hasWalletPass: boolean
}

const REASONS: Record<RevocationReason, string> = {
  ISSUED_IN_ERROR: 'it was issued in error',
  MISCONDUCT: 'of misconduct',
  REQUESTED_BY_HOLDER: 'its owner requested it',
}

/** The public page of a certificate. User content is escaped, and `PAGE_POLICY` forbids scripts. */
export function certificatePage(data: PageData): string {
  const { certificate, publicUrl, siteName } = data
  const { number, courseTitle, studentName } = certificate
  const url = viewUrl(publicUrl, number)
  const name = studentName === null ? 'A former learner' : studentName
  const state = describeState(data)
  const title = `${name}: ${courseTitle}`
  const description = `${state.title}. Certificate ${number} of ${siteName}, issued on ${formatDate(certificate.issuedAt)}.`
  const head = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    '<meta name="robots" content="noindex">',
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    ...(studentName === null
      ? []
      : [
          meta('property', 'og:image', `${url}.png`),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', String(PNG_SIZE.width)),
          meta('property', 'og:image:height', String(PNG_SIZE.height)),
          meta('property', 'og:image:alt', `Certificate of ${name}`),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]),
  ].join('')
  const own = `/certificates/${number}`
  const sheet =
    studentName === null
      ? '<p class="card">The owner deleted their account, so the name was removed. The token stays on the chain.</p>'
      : `<img class="picture" src="${own}.png" width="${PNG_SIZE.width}" height="${PNG_SIZE.height}" alt="Certificate ${number}: ${escapeHtml(name)} has completed the course ${escapeHtml(courseTitle)}">`
  const files = studentName === null ? '' : fileList(data)
  return page(
    data,
    title,
    head,
    `${brand(data, `<a href="/courses/${certificate.courseId}">About this course</a>`)}
<h1><bdi>${escapeHtml(name)}</bdi></h1>
<p class="course">has completed the course <bdi>${escapeHtml(courseTitle)}</bdi>${certificate.verified ? ' and passed its test' : ''}</p>
<p class="state ${state.tone}" role="status"><b>${state.title}</b><span>${escapeHtml(state.details)}</span></p>
${sheet}
<div class="below"><div class="card">${detailList(data)}</div><div class="card qr">${qrSvg(url)}<p>This page</p></div></div>
${files}`,
  )
}

function fileList({ certificate, publicUrl, siteName, hasWalletPass }: PageData): string {
  const own = `/certificates/${certificate.number}`
  const links = [
    [`${own}.pdf`, 'PDF'],
    [`${own}.png`, 'PNG'],
    ...(hasWalletPass ? [[`${own}.pkpass`, 'Apple Wallet']] : []),
    [`${own}.json`, 'Signed credential (Open Badges 3.0)'],
  ].map(([href, text]) => `<li><a href="${href}">${text}</a></li>`)
  const linkedIn = escapeHtml(linkedInUrl(certificate, { publicUrl, siteName }))
  return `<ul class="files">${links.join('')}<li><a href="${linkedIn}" rel="noopener noreferrer">Add to LinkedIn profile</a></li></ul>`
}

export function unknownPage(typed: string, site: ShownSite): string {
  const issuer = escapeHtml(site.siteName)
  return page(
    site,
    'No such certificate',
    '<meta name="robots" content="noindex">',
    `${brand(site, `<a href="/courses">Courses of ${issuer}</a>`)}
<h1>No such certificate</h1>
<p class="course">There is no certificate with the number <bdi><b>${escapeHtml(typed.slice(0, 60))}</b></bdi>.</p>
<p class="state wait"><b>What to do</b><span>Compare it with the number on the certificate. A number looks like LYC-2026-7Q4ZK0VX and has no letters I, L, O or U. A number that is not found here was not issued by ${issuer}.</span></p>`,
  )
}

interface State {
  tone: 'good' | 'wait' | 'bad'
  title: string
  details: string
}

function describeState({ certificate, token, chain, siteName }: PageData): State {
  const status: VerificationStatus | 'UNKNOWN' =
    token || certificate.status === 'REVOKED'
      ? verifyCertificate(certificate, token ?? { exists: false })
      : certificate.status === 'MINTED'
        ? 'UNKNOWN'
        : 'PENDING'
  switch (status) {
    case 'VALID':
      return {
        tone: 'good',
        title: 'Valid, on chain',
        details: `Token ${certificate.tokenId} on ${chain.network}, checked just now.`,
      }
    case 'PENDING':
      return {
        tone: 'wait',
        title: 'Issued, and being written to the chain',
        details: 'It cannot be verified on the chain yet. Check again in a few minutes.',
      }
    case 'REVOKED':
      return { tone: 'bad', title: 'Revoked', details: describeRevocation(certificate) }
    case 'MISMATCH':
      return {
        tone: 'bad',
        title: 'Not valid',
        details: `${siteName} issued this certificate, but the chain does not confirm it.`,
      }
    case 'UNKNOWN':
      return {
        tone: 'wait',
        title: 'The chain is unavailable',
        details: `${siteName} issued this certificate and has not revoked it. Check again later for the state on the chain.`,
      }
  }
}

function describeRevocation({ revokedAt, revocationReason }: Certificate): string {
  if (!revokedAt || !revocationReason)
    return 'The token is revoked on the chain. The certificate is not valid.'
  return `On ${formatDate(revokedAt)}, because ${REASONS[revocationReason]}. The certificate is not valid.`
}

function detailList({ certificate, token, chain }: PageData): string {
  const { tokenId, transactionHash, ownerAddress, verified, project } = certificate
  const contract = chain.contracts.CourseCertificate!
  const details: [string, string | undefined][] = [
    ['Number', code(certificate.number)],
    ['Issued', formatDate(certificate.issuedAt)],
    [
      'Course test',
      verified ? `${verified.score} %, passed on ${formatDate(new Date(verified.passedAt))}` : 'not taken',
    ],
    ['Project', project ? escapeHtml(describeProject(project)) : undefined],
    ['Study time', describeHours(certificate.courseMinutes)],
    ['Skills', verified?.skills.length ? escapeHtml(verified.skills.join(', ')) : undefined],
    ['Network', escapeHtml(`${chain.network} (chain ${chain.chainId})`)],
    ['Contract', linked(code(contract), chain.explorerUrl, `address/${contract}`)],
    [
      'Token',
      tokenId ? linked(code(tokenId), chain.explorerUrl, `token/${contract}?a=${tokenId}`) : 'not yet',
    ],
    ['Owner', token?.exists ? code(token.owner) : ownerAddress ? code(ownerAddress) : undefined],
    [
      'Transaction',
      transactionHash ? linked(code(transactionHash), chain.explorerUrl, `tx/${transactionHash}`) : undefined,
    ],
    [
      'Document',
      certificate.studentName === null
        ? undefined
        : `<a href="/ipfs/${certificate.metadataCid}">${code(metadataUri(certificate.metadataCid))}</a>`,
    ],
  ]
  const rows = details.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : ''))
  return `<dl>${rows.join('')}</dl>`
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}

function linked(html: string, explorerUrl: string | undefined, path: string): string {
  return explorerUrl
    ? `<a href="${escapeHtml(`${explorerUrl}/${path}`)}" rel="noopener noreferrer">${html}</a>`
    : html
}

function qrSvg(url: string): string {
  const { path, size } = qrPath(url)
  return `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of this page" shape-rendering="crispEdges"><path d="${path}" fill="#000"/></svg>`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

function page({ siteName, logo }: ShownSite, title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · ${escapeHtml(siteName)}</title><link rel="icon" href="${logo ?? OWL_PATH}">${head}<style>${STYLE}</style></head><body><main>${body}</main></body></html>`
}

type ShownSite = Pick<PageData, 'siteName' | 'logo'>

const OWL_PATH = '/certificates/icon.svg'

/** The logo, which leads to the start page, and a link to the content. */
function brand({ siteName, logo }: ShownSite, link: string): string {
  return `<p class="brand"><a href="/"><img src="${logo ?? OWL_PATH}" alt="" width="28" height="28">${escapeHtml(siteName)}</a>${link}</p>`
}
