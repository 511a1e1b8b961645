import { FormatFault } from './question-file.ts'

/** A small reader of XML for the files of other systems: elements, attributes, text and CDATA, and nothing that expands. */

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** The text directly in the element. */
  text: string
  line: number
}

const MAX_DEPTH = 50
/** Characters of a comment or a section of CDATA. */
const MAX_SECTION = 200_000
/** Of one document, or of one question. */
const MAX_ELEMENTS = 500_000
const TAG = /<([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const END_TAG = /<\/([A-Za-z_][\w.:-]*)\s*>/y
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Returns a function that gives the number of the line that contains an offset. */
export function createLineCounter(source: string): (offset: number) => number {
  const ends: number[] = []
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) ends.push(at)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** Reads the only root element of a document. */
export function parseXml(source: string): XmlElement {
  const start = /<[A-Za-z_]/.exec(source)
  refuseDeclarations(start ? source.slice(0, start.index) : source)
  if (!start) throw new FormatFault('is not XML: it has no element', 1)
  return readElement(source, start.index, createLineCounter(source)).element
}

/** A document type can declare entities that expand without end, or that name files and addresses. */
export function refuseDeclarations(text: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new FormatFault('The file declares a document type or entities, which is refused.', 1)
}

/** Reads the element that begins at an offset, which contains no element of its own name. `end` is the offset after it. */
export function readElement(
  source: string,
  start: number,
  lineOf: (offset: number) => number,
): { element: XmlElement; end: number } {
  const open: XmlElement[] = []
  let count = 0
  let at = start
  for (;;) {
    const next = source.indexOf('<', at)
    if (next < 0) throw new FormatFault(`The XML ends inside of <${open.at(-1)?.name ?? ''}>.`, open[0]?.line)
    if (next > at && open.length > 0) open.at(-1)!.text += decode(source.slice(at, next), lineOf, at)
    const skipped = skipMarkup(source, next, open.at(-1), lineOf)
    if (skipped !== undefined) {
      at = skipped
      continue
    }
    END_TAG.lastIndex = next
    const endTag = END_TAG.exec(source)
    if (endTag) {
      const element = open.pop()
      if (!element || element.name !== endTag[1])
        throw new FormatFault(`</${endTag[1]}> does not end <${element?.name ?? ''}>.`, lineOf(next))
      at = END_TAG.lastIndex
      if (open.length === 0) return { element, end: at }
      continue
    }
    TAG.lastIndex = next
    const tag = TAG.exec(source)
    if (!tag) throw new FormatFault('The XML has a tag that cannot be read.', lineOf(next))
    const line = lineOf(next)
    const element = newElement(tag, line, lineOf)
    if (open.length >= MAX_DEPTH) throw new FormatFault('The XML is nested too deeply.', line)
    if (++count > MAX_ELEMENTS) throw new FormatFault('The XML has too many elements.', line)
    if (element.name === open[0]?.name) throw new FormatFault(`<${element.name}> does not end.`, open[0].line)
    open.at(-1)?.children.push(element)
    at = TAG.lastIndex
    if (tag[3] !== '/') open.push(element)
    else if (open.length === 0) return { element, end: at }
  }
}

/** Returns the offset after a comment, an instruction or CDATA, whose text it adds; undefined for a tag. */
function skipMarkup(
  source: string,
  at: number,
  parent: XmlElement | undefined,
  lineOf: (offset: number) => number,
): number | undefined {
  const until = (start: string, end: string) => {
    const from = at + start.length
    const length = source.slice(from, from + MAX_SECTION).indexOf(end)
    if (length < 0)
      throw new FormatFault(`The XML has a ${start} without ${end}, or one that is too long.`, lineOf(at))
    return from + length
  }
  if (source.startsWith('<![CDATA[', at)) {
    const end = until('<![CDATA[', ']]>')
    if (parent) parent.text += source.slice(at + 9, end)
    return end + 3
  }
  if (source.startsWith('<!--', at)) return until('<!--', '-->') + 3
  if (source.startsWith('<?', at)) return until('<?', '?>') + 2
  if (source.startsWith('<!', at))
    throw new FormatFault('The XML has a declaration, which is refused.', lineOf(at))
  return undefined
}

function newElement(tag: RegExpExecArray, line: number, lineOf: (offset: number) => number): XmlElement {
  const attributes: Record<string, string> = {}
  for (const [, name, double, single] of tag[2]!.matchAll(ATTRIBUTE))
    attributes[name!] = decode(double ?? single ?? '', lineOf, tag.index)
  return { name: tag[1]!, attributes, children: [], text: '', line }
}

function decode(text: string, lineOf: (offset: number) => number, at: number): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&\s]{0,12};?)/g, (_, reference: string) => {
    const name = reference.slice(0, -1)
    if (reference.endsWith(';')) {
      const named = NAMED[name]
      if (named !== undefined) return named
      const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name)
      const point = code ? Number.parseInt(code[1] ?? code[2]!, code[1] ? 16 : 10) : 0
      if (point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000))
        return String.fromCodePoint(point)
    }
    throw new FormatFault(`The XML uses the unknown entity &${reference}`, lineOf(at))
  })
}

/** The first child with a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}
