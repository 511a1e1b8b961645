import fontkit from '@pdf-lib/fontkit'
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'
import { drawPng } from './draw-png.ts'
import type { Mark } from './drawing.ts'
import { FACES, type Face, fontBytes, isStraight, widthOf } from './fonts.ts'
import { SHEET, STAMP } from './sheet.ts'

interface Sheet {
  pdf: PDFDocument
  page: PDFPage
  fonts: Record<Face, PDFFont>
}

export interface PdfWords {
  title: string
  subject: string
  at: Date
}

/** A sheet as a PDF, its letters being letters; those of scripts that want more than that are pictures. */
export async function drawPdf(marks: Mark[], { title, subject, at }: PdfWords): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setSubject(subject)
  pdf.setLanguage('en')
  for (const set of ['setProducer', 'setCreator'] as const) pdf[set]('Lyceum')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  const page = pdf.addPage([SHEET.width, SHEET.height])
  const fonts = {} as Record<Face, PDFFont>
  for (const face of Object.keys(FACES) as Face[])
    fonts[face] = await pdf.embedFont(fontBytes(face), { subset: true })
  for (const mark of marks) await draw({ pdf, page, fonts }, mark)
  return pdf.save()
}

async function draw(sheet: Sheet, mark: Mark): Promise<void> {
  const { page } = sheet
  if (mark.kind === 'box') {
    const { x, y, width, height, fill, line } = mark
    page.drawRectangle({
      x,
      y: SHEET.height - y - height,
      width,
      height,
      ...(fill ? { color: color(fill) } : {}),
      ...(line ? { borderColor: color(line), borderWidth: 1.5 } : {}),
    })
  } else if (mark.kind === 'shape') {
    const { path, x, y, scale, fill } = mark
    page.drawSvgPath(path, { x, y: SHEET.height - y, scale, color: color(fill) })
  } else if (isStraight(mark.text, mark.face)) drawLetters(sheet, mark)
  else await drawPicture(sheet, mark)
}

type Text = Mark & { kind: 'text' }

function drawLetters({ page, fonts }: Sheet, { text, x, y, size, face, fill, anchor, isStamp }: Text): void {
  const font = fonts[face]
  const before = font.widthOfTextAtSize(text, size) * shareBefore(anchor)
  const angle = isStamp ? (STAMP.angle * Math.PI) / 180 : 0
  page.drawText(text, {
    x: x - before * Math.cos(angle),
    y: SHEET.height - y - before * Math.sin(angle),
    size,
    font,
    color: color(fill),
    ...(isStamp ? { rotate: degrees(STAMP.angle), opacity: STAMP.opacity } : {}),
  })
}

const PIXELS_A_POINT = 4

async function drawPicture({ pdf, page }: Sheet, mark: Text): Promise<void> {
  const { text, x, y, size, face, anchor } = mark
  // Room for what reaches beyond its own width, and above or below the line.
  const width = widthOf(text, face) * size * 1.1 + size
  const height = size * 2
  const alone: Mark = { ...mark, x: width / 2, y: size * 1.4, anchor: 'middle' }
  const picture = { width, height, pixels: Math.ceil(width * PIXELS_A_POINT) }
  const image = await pdf.embedPng(await drawPng([alone], picture))
  const center = x + (0.5 - shareBefore(anchor)) * widthOf(text, face) * size
  page.drawImage(image, {
    x: center - width / 2,
    y: SHEET.height - y - height + size * 1.4,
    width,
    height,
  })
}

function shareBefore(anchor: Text['anchor']): number {
  return anchor === 'middle' ? 0.5 : anchor === 'end' ? 1 : 0
}

function color(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red!, green!, blue!)
}
