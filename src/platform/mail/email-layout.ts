import { COLORS } from '../brand/brand.ts'
import type { Mail } from './mail-queue.ts'

/** The owl of the web applications, of characters: mails have no pictures. */
const MARK = `<p aria-hidden="true" style="margin:0 0 20px"><span style="display:inline-block;width:40px;height:40px;border-radius:11px;background:${COLORS.light.primary};color:${COLORS.light['on-primary']};font:17px/38px system-ui,sans-serif;text-align:center">&#9673;&#9673;</span></p>`

interface EmailContent {
  to: string
  subject: string
  greeting: string
  paragraphs: string[]
}

/** A code, shown large so that it can be typed on another device. Nothing happens without it. */
interface CodeEmail {
  code: string
  closing: string
  /** The page that needs the code. */
  pageUrl: string
}

/** A security notice: says what to do if the user did not do this. */
interface SecurityEmail {
  ifNotYou: string
  /** A page that undoes the change; its address comes last. */
  undoUrl?: string
}

/** A notice without a security aspect. */
interface InfoEmail {
  closing: string
  /** The page that the mail is about. */
  pageUrl?: string
}

/**
 * The layout of all mail: plain text and HTML with the same words, without images. A link is written out, so that the
 * reader sees where it leads: to the page that the mail is about, or to a page that undoes a change.
 */
export function renderEmail({
  to,
  subject,
  greeting,
  paragraphs,
  ...end
}: EmailContent & (CodeEmail | SecurityEmail | InfoEmail)): Mail {
  const code = 'code' in end && end.code
  const closing = 'closing' in end ? end.closing : end.ifNotYou
  const undoUrl = 'undoUrl' in end ? end.undoUrl : undefined
  const pageUrl = 'pageUrl' in end ? end.pageUrl : undefined
  const text = [
    greeting,
    ...(code ? [`    ${code}`] : []),
    ...paragraphs,
    ...(pageUrl === undefined ? [] : [pageUrl]),
    closing,
    ...(undoUrl === undefined ? [] : [undoUrl]),
  ].join('\n\n')
  const html = `<!doctype html><html><body style="margin:0;padding:24px;background:${COLORS.light.ground};font:16px/1.5 system-ui,sans-serif;color:${COLORS.light.ink}">
<div dir="auto" style="max-width:480px;margin:0 auto;background:${COLORS.light.paper};border:1px solid ${COLORS.light.line};border-radius:20px;padding:32px">
${MARK}
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${code ? `<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px">${escapeHtml(code)}</p>` : ''}
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${pageUrl === undefined ? '' : `<p style="margin:0 0 16px;overflow-wrap:anywhere"><a href="${escapeHtml(pageUrl)}" style="color:${COLORS.light.primary}">${escapeHtml(pageUrl)}</a></p>`}
<p style="margin:24px 0 0;color:${COLORS.light.quiet};font-size:14px">${escapeHtml(closing)}</p>
${undoUrl === undefined ? '' : `<p style="margin:8px 0 0;font-size:14px;overflow-wrap:anywhere"><a href="${escapeHtml(undoUrl)}" style="color:${COLORS.light.primary}">${escapeHtml(undoUrl)}</a></p>`}
</div></body></html>`
  return { to, subject, text: `${text}\n`, html }
}

export function escapeHtml(text: string): string {
  return Bun.escapeHTML(text)
}
