import type { Chain } from '../../../platform/chain/chain.ts'
import { escapeHtml } from '../../../platform/mail/letter.ts'
import { type Certificate, dateInWords, metadataUri, type RevocationReason, viewUrl } from '../certificate.ts'
import { BOOK } from '../picture/book.ts'
import { qrPath } from '../picture/qr-path.ts'
import { PICTURE } from '../picture/sheet.ts'
import type { Token } from '../read-token.ts'
import { judge, type Verdict } from '../verdict.ts'
import { STYLE } from './style.ts'

type ChainWords = Pick<Chain, 'network' | 'chainId' | 'explorerUrl' | 'contracts'>

interface Shown {
  certificate: Certificate
  /** Undefined when the chain could not be asked. */
  token: Token | undefined
  chain: ChainWords
  publicUrl: string
}

const REASONS: Record<RevocationReason, string> = {
  ISSUED_IN_ERROR: 'it was issued in error',
  MISCONDUCT: 'of misconduct',
  REQUESTED_BY_HOLDER: 'its holder asked for it',
}

/** The public page of a certificate. All that people have written is escaped, and none of it can run: see the policy. */
export function certificatePage(shown: Shown): string {
  const { certificate, publicUrl } = shown
  const { number, courseTitle, studentName } = certificate
  const url = viewUrl(publicUrl, number)
  const name = studentName === null ? 'A learner who has left' : studentName
  const state = describeState(shown)
  const title = `${name}: ${courseTitle}`
  const description = `${state.title}. Certificate ${number} of Lyceum, issued on ${dateInWords(certificate.issuedAt)}.`
  const head = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    '<meta name="robots" content="noindex">',
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Lyceum'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    ...(studentName === null
      ? []
      : [
          meta('property', 'og:image', `${url}.png`),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', String(PICTURE.width)),
          meta('property', 'og:image:height', String(PICTURE.height)),
          meta('property', 'og:image:alt', `Certificate of ${name}`),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]),
  ].join('')
  const own = `/certificates/${number}`
  const sheet =
    studentName === null
      ? '<p class="card">The owner of this certificate has left and taken their name with them. What the chain says of it stays.</p>'
      : `<img class="picture" src="${own}.png" width="${PICTURE.width}" height="${PICTURE.height}" alt="Certificate ${number}: ${escapeHtml(name)} has completed the course ${escapeHtml(courseTitle)}">`
  const files =
    studentName === null
      ? ''
      : `<ul class="files"><li><a href="${own}.pdf">PDF</a></li><li><a href="${own}.png">PNG</a></li><li><a href="${own}.json">Signed credential (Open Badges 3.0)</a></li></ul>`
  return page(
    title,
    head,
    `<p class="brand">Lyceum</p>
<h1><bdi>${escapeHtml(name)}</bdi></h1>
<p class="course">has completed the course <bdi>${escapeHtml(courseTitle)}</bdi></p>
<p class="state ${state.tone}" role="status"><b>${state.title}</b><span>${escapeHtml(state.words)}</span></p>
${sheet}
<div class="below"><div class="card">${factList(shown)}</div><div class="card qr">${qrPicture(url)}<p>This page</p></div></div>
${files}`,
  )
}

/** For a number that is nobody's. */
export function unknownPage(typed: string): string {
  return page(
    'No such certificate',
    '<meta name="robots" content="noindex">',
    `<p class="brand">Lyceum</p>
<h1>No such certificate</h1>
<p class="course">There is no certificate with the number <bdi><b>${escapeHtml(typed.slice(0, 60))}</b></bdi>.</p>
<p class="state wait"><b>What to do</b><span>Check it against the certificate: a number looks like LYC-2026-7Q4ZK0VX, and has no letters I, L, O or U. If it was sent to you and is still not found here, we have not issued it.</span></p>`,
  )
}

interface State {
  tone: 'good' | 'wait' | 'bad'
  title: string
  words: string
}

function describeState({ certificate, token, chain }: Shown): State {
  const verdict: Verdict | 'UNKNOWN' =
    token || certificate.status === 'REVOKED'
      ? judge(certificate, token ?? { exists: false })
      : certificate.status === 'MINTED'
        ? 'UNKNOWN'
        : 'PENDING'
  switch (verdict) {
    case 'VALID':
      return {
        tone: 'good',
        title: 'Valid, on chain',
        words: `Token ${certificate.tokenId} on ${chain.network}, asked just now.`,
      }
    case 'PENDING':
      return {
        tone: 'wait',
        title: 'Issued, and being written to the chain',
        words: 'It cannot be verified on the chain yet. Look again in a few minutes.',
      }
    case 'REVOKED':
      return { tone: 'bad', title: 'Revoked', words: revocationWords(certificate) }
    case 'MISMATCH':
      return {
        tone: 'bad',
        title: 'Not valid',
        words: 'We have issued it, but the chain does not confirm what it says.',
      }
    case 'UNKNOWN':
      return {
        tone: 'wait',
        title: 'The chain could not be asked',
        words: 'We have issued it and have not revoked it. Whether the chain says so too, look again later.',
      }
  }
}

function revocationWords({ revokedAt, revocationReason }: Certificate): string {
  if (!revokedAt || !revocationReason) return 'The chain says that it is revoked. It is not valid.'
  return `On ${dateInWords(revokedAt)}, because ${REASONS[revocationReason]}. It is not valid.`
}

function factList({ certificate, token, chain }: Shown): string {
  const { tokenId, transactionHash, ownerAddress } = certificate
  const contract = chain.contracts.CourseCertificate!
  const facts: [string, string | undefined][] = [
    ['Number', code(certificate.number)],
    ['Issued', dateInWords(certificate.issuedAt)],
    ['Network', escapeHtml(`${chain.network} (chain ${chain.chainId})`)],
    ['Contract', linked(code(contract), chain.explorerUrl, `address/${contract}`)],
    [
      'Token',
      tokenId ? linked(code(tokenId), chain.explorerUrl, `token/${contract}?a=${tokenId}`) : 'not yet',
    ],
    ['Held by', token?.exists ? code(token.owner) : ownerAddress ? code(ownerAddress) : undefined],
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
  const rows = facts.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : ''))
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

function qrPicture(url: string): string {
  const { path, size } = qrPath(url)
  return `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of this page" shape-rendering="crispEdges"><path d="${path}" fill="#000"/></svg>`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Lyceum</title><link rel="icon" type="image/svg+xml" href="/certificates/icon.svg">${head}<style>${STYLE}</style></head><body><main>${body}</main></body></html>`
}

/** The book of the seal, for the tab of the browser. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 48 48"><rect x="-24" y="-24" width="48" height="48" rx="10" fill="#14463d"/><path fill="#fdfbf5" d="${BOOK}"/></svg>`
