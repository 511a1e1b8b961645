import type { Chain } from '../../../platform/chain/chain.ts'
import { escapeHtml } from '../../../platform/mail/email-layout.ts'
import { qrPath } from '../../../platform/svg/qr-path.ts'
import { PNG_SIZE } from '../image/dimensions.ts'
import { type Certificate, linkedInUrl, metadataUri, viewUrl } from '../public/certificate.ts'
import { type CertificateToken, type VerificationStatus, verifyCertificate } from '../verify-certificate.ts'
import type { CertificateTexts } from './certificate-texts.ts'
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
  /** In the language of the visitor. */
  texts: CertificateTexts
}

/** The public page of a certificate. User content is escaped, and `PAGE_POLICY` forbids scripts. */
export function certificatePage(data: PageData): string {
  const { certificate, publicUrl, siteName, texts } = data
  const { number, courseTitle, studentName } = certificate
  const url = viewUrl(publicUrl, number)
  const name = studentName === null ? texts.formerLearner : studentName
  const state = describeState(data)
  const title = `${name}: ${courseTitle}`
  const date = formatDateIn(certificate.issuedAt, texts)
  const description = texts.description({ state: state.title, number, siteName, date })
  const alt = texts.pictureAlt({ number, name, course: courseTitle })
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
          meta('property', 'og:image:alt', alt),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]),
  ].join('')
  const own = `/certificates/${number}`
  const sheet =
    studentName === null
      ? `<p class="card">${texts.nameRemoved}</p>`
      : `<img class="picture" src="${own}.png" width="${PNG_SIZE.width}" height="${PNG_SIZE.height}" alt="${escapeHtml(alt)}">`
  const files = studentName === null ? '' : fileList(data)
  return page(
    data,
    title,
    head,
    `${brand(data, `<a href="/courses/${certificate.courseId}">${texts.aboutCourse}</a>`)}
<h1>${isolated(name)}</h1>
<p class="course">${texts.completed} ${isolated(courseTitle)}${certificate.verified ? ` ${texts.passedTest}` : ''}</p>
<p class="state ${state.tone}" role="status"><b>${state.title}</b><span>${escapeHtml(state.details)}</span></p>
${sheet}
<div class="below"><div class="card">${detailList(data)}</div><div class="card qr">${qrSvg(url, texts.qrCode)}<p>${texts.thisPage}</p></div></div>
${files}`,
  )
}

function fileList({ certificate, publicUrl, siteName, hasWalletPass, texts }: PageData): string {
  const own = `/certificates/${certificate.number}`
  const links = [
    [`${own}.pdf`, 'PDF'],
    [`${own}.png`, 'PNG'],
    ...(hasWalletPass ? [[`${own}.pkpass`, 'Apple Wallet']] : []),
    [`${own}.json`, texts.credential],
  ].map(([href, text]) => `<li><a href="${href}">${text}</a></li>`)
  const linkedIn = escapeHtml(linkedInUrl(certificate, { publicUrl, siteName }))
  return `<ul class="files">${links.join('')}<li><a href="${linkedIn}" rel="noopener noreferrer">${texts.linkedIn}</a></li></ul>`
}

export function unknownPage(typed: string, site: ShownSite): string {
  const { title, text, courses, advice, adviceText } = site.texts.unknown
  return page(
    site,
    title,
    '<meta name="robots" content="noindex">',
    `${brand(site, `<a href="/courses">${escapeHtml(courses(site.siteName))}</a>`)}
<h1>${title}</h1>
<p class="course">${text} <bdi><b>${escapeHtml(typed.slice(0, 60))}</b></bdi>.</p>
<p class="state wait"><b>${advice}</b><span>${escapeHtml(adviceText(site.siteName))}</span></p>`,
  )
}

interface State {
  tone: 'good' | 'wait' | 'bad'
  title: string
  details: string
}

function describeState({ certificate, token, chain, siteName, texts }: PageData): State {
  const status: VerificationStatus | 'UNKNOWN' =
    token || certificate.status === 'REVOKED'
      ? verifyCertificate(certificate, token ?? { exists: false })
      : certificate.status === 'MINTED'
        ? 'UNKNOWN'
        : 'PENDING'
  const { state } = texts
  switch (status) {
    case 'VALID':
      return {
        tone: 'good',
        title: state.valid,
        details: state.validDetails(certificate.tokenId!, chain.network),
      }
    case 'PENDING':
      return { tone: 'wait', title: state.pending, details: state.pendingDetails }
    case 'REVOKED':
      return { tone: 'bad', title: state.revoked, details: describeRevocation(certificate, texts) }
    case 'MISMATCH':
      return { tone: 'bad', title: state.mismatch, details: state.mismatchDetails(siteName) }
    case 'UNKNOWN':
      return { tone: 'wait', title: state.unavailable, details: state.unavailableDetails(siteName) }
  }
}

function describeRevocation({ revokedAt, revocationReason }: Certificate, texts: CertificateTexts): string {
  if (!revokedAt || !revocationReason) return texts.state.revokedOnChain
  return texts.state.revokedDetails(formatDateIn(revokedAt, texts), texts.reasons[revocationReason])
}

function detailList({ certificate, token, chain, texts }: PageData): string {
  const { tokenId, transactionHash, ownerAddress, verified, project, courseMinutes } = certificate
  const contract = chain.contracts.CourseCertificate!
  const names = texts.details
  const details: [string, string | undefined][] = [
    [names.number, code(certificate.number)],
    [names.issued, formatDateIn(certificate.issuedAt, texts)],
    [
      names.test,
      verified
        ? names.testPassed(verified.score, formatDateIn(new Date(verified.passedAt), texts))
        : names.testNotTaken,
    ],
    [
      names.project,
      project ? names.projectPassed({ ...project, title: isolated(project.title) }) : undefined,
    ],
    [names.studyTime, courseMinutes > 0 ? names.hours(courseMinutes) : undefined],
    [names.skills, verified?.skills.map(isolated).join(', ')],
    [names.network, escapeHtml(names.chain(chain.network, chain.chainId))],
    [names.contract, linked(code(contract), chain.explorerUrl, `address/${contract}`)],
    [
      names.token,
      tokenId ? linked(code(tokenId), chain.explorerUrl, `token/${contract}?a=${tokenId}`) : names.noToken,
    ],
    [names.owner, token?.exists ? code(token.owner) : ownerAddress ? code(ownerAddress) : undefined],
    [
      names.transaction,
      transactionHash ? linked(code(transactionHash), chain.explorerUrl, `tx/${transactionHash}`) : undefined,
    ],
    [
      names.document,
      certificate.studentName === null
        ? undefined
        : `<a href="/ipfs/${certificate.metadataCid}">${code(metadataUri(certificate.metadataCid))}</a>`,
    ],
  ]
  const rows = details.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : ''))
  return `<dl>${rows.join('')}</dl>`
}

function formatDateIn(date: Date, { language }: CertificateTexts): string {
  const region = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}

function code(text: string): string {
  return `<code dir="ltr">${escapeHtml(text)}</code>`
}

function linked(html: string, explorerUrl: string | undefined, path: string): string {
  return explorerUrl
    ? `<a href="${escapeHtml(`${explorerUrl}/${path}`)}" rel="noopener noreferrer">${html}</a>`
    : html
}

function qrSvg(url: string, label: string): string {
  const { path, size } = qrPath(url)
  return `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}" fill="#000"/></svg>`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

function page({ siteName, logo, texts }: ShownSite, title: string, head: string, body: string): string {
  return `<!doctype html><html lang="${texts.language}" dir="${texts.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · ${escapeHtml(siteName)}</title><link rel="icon" href="${logo ?? OWL_PATH}">${head}<style>${STYLE}</style></head><body><main>${body}</main></body></html>`
}

type ShownSite = Pick<PageData, 'siteName' | 'logo' | 'texts'>

const OWL_PATH = '/certificates/icon.svg'

/** The logo, which leads to the start page, and a link to the content. */
function brand({ siteName, logo }: ShownSite, link: string): string {
  return `<p class="brand"><a href="/"><img src="${logo ?? OWL_PATH}" alt="" width="28" height="28">${escapeHtml(siteName)}</a>${link}</p>`
}
