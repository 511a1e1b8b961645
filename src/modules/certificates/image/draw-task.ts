import { loadFontsFor } from '../../../platform/fonts/shape-text.ts'
import { type CertificateContent, drawnTexts, layoutCertificate } from './certificate-layout.ts'
import { renderPdf } from './render-pdf.ts'
import { renderPng } from './render-png.ts'

/** Runs in a child process: drawing takes about 200 ms of CPU. */
export async function run(certificate: CertificateContent): Promise<{ png: Uint8Array; pdf: Uint8Array }> {
  const { number, studentName, courseTitle, issuedAt, url } = certificate
  await loadFontsFor(drawnTexts(certificate))
  const commands = layoutCertificate(certificate)
  const title = `${studentName}: ${courseTitle}`
  const subject = `Certificate ${number}, ${url}`
  return { png: await renderPng(commands), pdf: await renderPdf(commands, { title, subject, at: issuedAt }) }
}
