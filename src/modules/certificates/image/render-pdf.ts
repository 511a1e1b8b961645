import fontkit from '@pdf-lib/fontkit'
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'
import { FACES, type Face, fontBytes, isSimpleScript } from '../../../platform/fonts/packaged-fonts.ts'
import type { DrawCommand, TextCommand } from './certificate-layout.ts'
import { PAGE_SIZE, STAMP } from './dimensions.ts'
import { outlineOf, shareBefore } from './render-png.ts'

interface PdfContext {
  page: PDFPage
  fonts: Record<Face, PDFFont>
}

export interface PdfMetadata {
  title: string
  subject: string
  at: Date
}

/** Renders a PDF with selectable text. Text in scripts that need shaping is drawn as an outline. */
export async function renderPdf(
  commands: DrawCommand[],
  { title, subject, at }: PdfMetadata,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setSubject(subject)
  pdf.setLanguage('en')
  for (const set of ['setProducer', 'setCreator'] as const) pdf[set]('Lyceum')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  const page = pdf.addPage([PAGE_SIZE.width, PAGE_SIZE.height])
  const fonts = {} as Record<Face, PDFFont>
  for (const face of Object.keys(FACES) as Face[])
    fonts[face] = await pdf.embedFont(fontBytes(face), { subset: true })
  for (const command of commands) drawCommand({ page, fonts }, command)
  return pdf.save()
}

function drawCommand(context: PdfContext, command: DrawCommand): void {
  const { page } = context
  if (command.kind === 'box') {
    const { x, y, width, height, fill, line } = command
    page.drawRectangle({
      x,
      y: PAGE_SIZE.height - y - height,
      width,
      height,
      ...(fill ? { color: color(fill) } : {}),
      ...(line ? { borderColor: color(line), borderWidth: 1.5 } : {}),
    })
  } else if (command.kind === 'shape') {
    const { path, x, y, scale, fill } = command
    page.drawSvgPath(path, { x, y: PAGE_SIZE.height - y, scale, color: color(fill) })
  } else if (isSimpleScript(command.text, command.face)) drawText(context, command)
  else drawCommand(context, outlineOf(command))
}

function drawText(
  { page, fonts }: PdfContext,
  { text, x, y, size, face, fill, anchor, isStamp }: TextCommand,
): void {
  const font = fonts[face]
  const before = font.widthOfTextAtSize(text, size) * shareBefore(anchor)
  const angle = isStamp ? (STAMP.angle * Math.PI) / 180 : 0
  page.drawText(text, {
    x: x - before * Math.cos(angle),
    y: PAGE_SIZE.height - y - before * Math.sin(angle),
    size,
    font,
    color: color(fill),
    ...(isStamp ? { rotate: degrees(STAMP.angle), opacity: STAMP.opacity } : {}),
  })
}

function color(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red!, green!, blue!)
}
